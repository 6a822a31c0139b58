// Lets libquovis.so contain the static yaml-cpp of Debian and Ubuntu, which is compiled for executables (-fPIE).
// Such code refers to data of libstdc++ and libc directly, so libquovis.so carries its own hidden copy of that data.
#include <fstream>
#include <sstream>
#include <streambuf>

// The tables of virtual functions that yaml-cpp's inlined stream constructors store into its streams.
template class std::basic_ios<char>;
template class std::basic_streambuf<char>;
template class std::basic_stringbuf<char>;
template class std::basic_stringstream<char>;
template class std::basic_filebuf<char>;
template class std::basic_ifstream<char>;

// glibc's hint that reference counts need no atomic operations. False is always right, only a little slower.
extern "C" {
__attribute__((visibility("hidden"))) extern char __libc_single_threaded;  // NOLINT(bugprone-reserved-identifier)
char __libc_single_threaded = 0;                                           // NOLINT(bugprone-reserved-identifier)
}
