// The options that clang and GCC have in common with all that is built on them. Clang's and GCC's command line
// references. Of the families -f, -m, -W, -O, -g and -std the members below touch files; the others do not, and one
// that names a path is not cached either.
#pragma once

#include "plugins/common/raw_options.hpp"

namespace quovis::plugins {

inline constexpr RawOption clang_options[] = {
    {"-D -U", RawValue::joined, RawEffect::macro},
    {"-f -m -W -O -g -std --std", RawValue::attached, RawEffect::harmless},
    {"-w -pedantic -pedantic-errors -ansi -v -pipe", RawValue::none, RawEffect::harmless},

    {"-I", RawValue::joined, RawEffect::folder},
    {"-isystem", RawValue::joined, RawEffect::system_folder},
    {"-include", RawValue::joined, RawEffect::first_header},

    {"-I- -iquote -idirafter -iprefix -iwithprefix -iwithprefixbefore -isysroot --sysroot -isystem-after -iframework "
     "-iframeworkwithsysroot -cxx-isystem -imultilib -ivfsoverlay -nostdinc -nostdinc++ -nostdlibinc -nobuiltininc "
     "-nogpuinc -nocudainc -B -F",
     RawValue::joined, RawEffect::bypass, "changes where headers are looked for in a way that Quovis does not follow"},
    {"-imacros -include-pch", RawValue::joined, RawEffect::bypass, "reads a file that Quovis does not see"},
    {"-M -MM -MD -MMD -MF -MJ -MG -MP -MT -MQ", RawValue::joined, RawEffect::bypass, "writes a list of headers"},
    {"-o", RawValue::joined, RawEffect::bypass, "writes the image to another file"},
    {"-save-temps --save-temps -dump", RawValue::attached, RawEffect::bypass, "writes the compiler's temporary files"},
    {"-Xclang -Xlinker -Xassembler -Xpreprocessor -Xarch_host -Xarch_device -mllvm -Xopenmp-target -Xcuda-ptxas "
     "-Xcuda-fatbinary",
     RawValue::joined, RawEffect::bypass, "passes on what Quovis does not read"},
    {"-Wp, -Wa, -Wl, -Wf, -Wb,", RawValue::attached, RawEffect::bypass, "passes on what Quovis does not read"},

    {"-fprofile -fcs-profile -fauto-profile -fcoverage -ftest-coverage -fcreate-profile -fmemory-profile "
     "-fpseudo-probe -fsample-profile -fbranch-probabilities",
     RawValue::attached, RawEffect::bypass, "reads or writes profiles"},
    {"-fplugin -fpass-plugin", RawValue::attached, RawEffect::bypass, "loads a plugin into the compiler"},
    {"-fmodule -fimplicit-module -fprebuilt -fbuiltin-module -fapinotes -fpch -fextract-api", RawValue::attached,
     RawEffect::bypass, "reads or writes modules and precompiled headers"},
    {"-ftime-trace", RawValue::attached, RawEffect::bypass, "writes a file of times"},
    {"-fsave-optimization-record -foptimization-record -fopt-info -fdiagnostics-add-output -fdiagnostics-set-output "
     "-fdiagnostics-format=sarif-file -fdiagnostics-format=json-file -fdump -fcallgraph-info -fstack-usage "
     "-fcompare-debug -fproc-stat-report -fcrash-diagnostics -fgen-reproducer -gsplit-dwarf",
     RawValue::attached, RawEffect::bypass, "writes a report beside the image"},
    {"-fsanitize-blacklist -fsanitize-ignorelist -fsanitize-system-ignorelist -fsanitize-coverage-allowlist "
     "-fsanitize-coverage-ignorelist -fxray -fbasic-block-sections -fthinlto-index -fembed-offload-object "
     "-foffload -fopenmp-host-ir-file-path -fuse-ld -fself-test -mlink-",
     RawValue::attached, RawEffect::bypass, "may read files that Quovis does not see"},
};

inline constexpr RawTable clang_table = raw_table(clang_options);

}  // namespace quovis::plugins
