# Target quovis_fmt: fmt compiled once, static and hidden. fmt.cpp knows fmt 9; where it does not fit, fmt is used
# header-only, which gives the same programs and takes longer to compile.
find_package(fmt REQUIRED)
set(fmt_source ${CMAKE_CURRENT_LIST_DIR}/fmt.cpp)

if(NOT DEFINED QUOVIS_FMT_STATIC)
  set(trial ${CMAKE_BINARY_DIR}/CMakeFiles/fmt_trial)
  file(WRITE ${trial}/use.cpp "
    #include <fmt/format.h>
    #include <string>
    int main(int argc, char** argv) {
      std::string text = fmt::format(\"{} {:>8} {:#x} {:.3f} {} {} {:L}\", argv[0], argc, argc, 1.5, 2.5f, argc == 1, argc);
      fmt::format_to(std::back_inserter(text), \"{:02x}{}\", argc, 'c');
      return text.empty();
    }")
  get_target_property(include_directory fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
  try_compile(QUOVIS_FMT_STATIC ${trial} SOURCES ${fmt_source} ${trial}/use.cpp
    CMAKE_FLAGS -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DINCLUDE_DIRECTORIES=${include_directory}
    OUTPUT_VARIABLE trial_output
    CXX_STANDARD 20)
  file(WRITE ${trial}/output.txt "${trial_output}")
endif()

if(QUOVIS_FMT_STATIC)
  add_library(quovis_fmt STATIC ${fmt_source})
  get_target_property(include_directory fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
  target_include_directories(quovis_fmt SYSTEM PUBLIC ${include_directory})
  quovis_report(library fmt static "compiled once, fmt ${fmt_VERSION}")
else()
  add_library(quovis_fmt INTERFACE)
  target_link_libraries(quovis_fmt INTERFACE fmt::fmt-header-only)
  quovis_report(library fmt header-only "fmt ${fmt_VERSION}")
endif()
