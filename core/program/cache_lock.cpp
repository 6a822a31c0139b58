// fcntl(2), "Advisory record locking".
#include "core/program/cache_lock.hpp"

#include "core/support/cache_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace quovis::core {
namespace {

int open_lock(const std::string& path) {
    return ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
}

bool leads_to(const std::string& path, int descriptor) {
    struct stat by_name {};
    struct stat opened {};
    return ::stat(path.c_str(), &by_name) == 0 && ::fstat(descriptor, &opened) == 0 &&
           by_name.st_ino == opened.st_ino && by_name.st_dev == opened.st_dev;
}

}  // namespace

CacheLock::CacheLock(std::string path) : path_(std::move(path)), file_(open_lock(path_)) {
    if (!file_.open() && errno == ENOENT) {
        if (make_private_folders(path_.substr(0, path_.rfind('/'))) == 0)
            file_.reset(open_lock(path_));
    }
    if (!file_.open())
        return;
    struct flock wanted {};
    wanted.l_type = F_WRLCK;
    wanted.l_whence = SEEK_SET;
    int result = 0;
    do {
        result = ::fcntl(file_.number(), F_SETLK, &wanted);
    } while (result != 0 && errno == EINTR);
    if (result != 0)
        state_ = errno == EAGAIN || errno == EACCES ? State::busy : State::impossible;
    else
        state_ = leads_to(path_, file_.number()) ? State::held : State::busy;
}

CacheLock::~CacheLock() {
    if (file_.open() && state_ != State::busy)
        ::unlink(path_.c_str());
}

}  // namespace quovis::core
