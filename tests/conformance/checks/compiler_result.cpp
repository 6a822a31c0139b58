// The entry `release_result` and the life of a result.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/compiler.hpp"

namespace quovis::conformance {
namespace {

void after_failures(Trial& trial) {
    const Compiler compiler(trial);
    const Kernels& kernels = compiler.first();
    for (int i = 0; i < 3; ++i) {
        Request(compiler, "conformance-no-language", compiler.newest(), kernels.noop).compile()->release();
        Request(compiler, kernels.language, "conformance-no-target", kernels.noop).compile()->release();
        Request(compiler, kernels.language, compiler.newest(), "#error broken\n").compile()->release();
    }
}

void two_at_once(Trial& trial) {
    const Compiler compiler(trial);
    const Kernels& kernels = compiler.first();
    const auto first = Request(compiler, kernels.language, compiler.newest(), kernels.saxpy).compile();
    const std::string image = first->image();
    const std::string target = first->target();
    {
        const auto second = Request(compiler, kernels.language, compiler.newest(), kernels.number).compile();
        trial.expect(second->image() != image, "two sources give one image");
    }
    Request(compiler, kernels.language, compiler.newest(), "#error broken\n").compile();
    trial.expect(first->image() == image && first->target() == target, "a result changes when another is released");
}

void log_of_failure(Trial& trial) {
    const Compiler compiler(trial);
    const auto broken = Request(compiler, compiler.first().language, compiler.newest(), "#error first\n").compile();
    const std::string log = broken->log();
    Request(compiler, compiler.first().language, compiler.newest(), "#error second\n").compile();
    trial.expect(!log.empty() && broken->log() == log, "the log of a failure does not live until its release");
}

}  // namespace

void add_results(std::vector<Check>& checks) {
    checks.insert(checks.end(),
                  {{"release_result_takes_failures", "a failed compile's result can be released", after_failures},
                   {"release_result_leaves_other_results", "results live side by side", two_at_once},
                   {"release_result_ends_the_log", "a failure's log lives until its release", log_of_failure}});
}

}  // namespace quovis::conformance
