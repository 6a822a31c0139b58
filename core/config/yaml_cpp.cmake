# Target quovis_yaml_cpp: yaml-cpp linked statically, so that a host's own yaml-cpp never meets ours.
# The archive is tried first, since it cannot be put into a shared object everywhere; then the shared library serves.
find_package(yaml-cpp REQUIRED)
find_library(QUOVIS_YAML_CPP_ARCHIVE NAMES libyaml-cpp.a)
find_path(QUOVIS_YAML_CPP_INCLUDE_DIR yaml-cpp/yaml.h)
set(QUOVIS_YAML_CPP_SHIM ${CMAKE_CURRENT_LIST_DIR}/yaml_cpp_archive.cpp)

if(QUOVIS_YAML_CPP_ARCHIVE AND QUOVIS_YAML_CPP_INCLUDE_DIR AND NOT DEFINED QUOVIS_YAML_CPP_STATIC)
  set(trial ${CMAKE_BINARY_DIR}/CMakeFiles/yaml_cpp_trial)
  file(WRITE ${trial}/exports.map "{ local: *; };\n")
  try_compile(QUOVIS_YAML_CPP_STATIC ${trial} ${QUOVIS_YAML_CPP_SHIM}
    LINK_OPTIONS -shared -Wl,--version-script=${trial}/exports.map -Wl,--no-undefined
                 -Wl,--whole-archive ${QUOVIS_YAML_CPP_ARCHIVE} -Wl,--no-whole-archive
    CMAKE_FLAGS -DCMAKE_POSITION_INDEPENDENT_CODE=ON
    OUTPUT_VARIABLE trial_output
    CXX_STANDARD 20)
  if(NOT QUOVIS_YAML_CPP_STATIC)
    file(WRITE ${trial}/output.txt "${trial_output}")
  endif()
endif()

if(QUOVIS_YAML_CPP_STATIC)
  add_library(quovis_yaml_cpp STATIC IMPORTED)
  set_target_properties(quovis_yaml_cpp PROPERTIES
    IMPORTED_LOCATION ${QUOVIS_YAML_CPP_ARCHIVE}
    INTERFACE_INCLUDE_DIRECTORIES ${QUOVIS_YAML_CPP_INCLUDE_DIR})
  quovis_report(library yaml-cpp static ${QUOVIS_YAML_CPP_ARCHIVE})
else()
  add_library(quovis_yaml_cpp INTERFACE IMPORTED)
  set_target_properties(quovis_yaml_cpp PROPERTIES INTERFACE_LINK_LIBRARIES yaml-cpp)
  quovis_report(library yaml-cpp shared "no libyaml-cpp.a that fits into a shared object; may clash with a host's own")
endif()
