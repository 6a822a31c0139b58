# The fakes of plugins: each is one source named like the plugin, with '-' for '_'. Only the entry is exported, but by
# those whose fault is their exports.

function(quovis_add_fake_plugin path)
  cmake_parse_arguments(plugin "EXPORTS_FREELY" "NAME" "DEFINES" ${ARGN})
  get_filename_component(folder ${path} DIRECTORY)
  get_filename_component(name ${path} NAME_WE)
  if(plugin_NAME)
    set(name ${plugin_NAME})
  endif()
  string(REPLACE "_" "-" name ${name})
  if(folder)
    string(PREPEND name ${folder}/)
  endif()
  quovis_add_fake(${name} SOURCES ${path} DEFINES ${plugin_DEFINES})
  string(REPLACE "/" "_" target quovis_fake_${name})
  if(NOT plugin_EXPORTS_FREELY)
    quovis_export_only(${target} "quovis_plugin_v1")
  endif()
  if(path MATCHES "\\.c$")
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Werror)
  endif()
endfunction()

quovis_add_fake_plugin(fake.cpp NAME fake DEFINES FAKE_NAME="fake")
quovis_add_fake_plugin(fake.cpp NAME other DEFINES FAKE_NAME="other")
foreach(source compiler_only.cpp prefers_worker.cpp tells_origin.cpp runtime_only.cpp serves_fake.cpp longer_table.cpp
        shorter_table.cpp marks_when_opened.cpp idle.cpp in_c.c)
  quovis_add_fake_plugin(${source})
endforeach()

foreach(name says_major_2 cut_before_compiler cut_before_initialize entry_returns_null entry_throws no_role
        null_initialize null_in_tables bad_name initialize_fails initialize_throws initialize_aborts initialize_hangs
        fails_silently no_instance describe_fails describe_throws devices_fails devices_throws)
  quovis_add_fake_plugin(broken/${name}.cpp)
endforeach()
foreach(name no_entry later_major undefined_symbol exports_more)
  quovis_add_fake_plugin(broken/${name}.cpp EXPORTS_FREELY)
endforeach()

# The ones that no compiler makes.
set(made_files text empty truncated wrong-machine wrong-class)
list(TRANSFORM made_files REPLACE "(.+)" "${CMAKE_BINARY_DIR}/fakes/broken/\\1.so")
add_executable(quovis_fake_make_files broken/make_files.cpp)
target_link_libraries(quovis_fake_make_files PRIVATE quovis_options)
set_target_properties(quovis_fake_make_files PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
add_custom_command(OUTPUT ${made_files}
  COMMAND quovis_fake_make_files ${CMAKE_BINARY_DIR}/fakes/broken $<TARGET_FILE:quovis_fake_fake>
  DEPENDS quovis_fake_make_files quovis_fake_fake
  COMMENT "Writing the fakes that are no shared objects" VERBATIM)
add_custom_target(quovis_fake_made_files DEPENDS ${made_files})
set_property(GLOBAL APPEND PROPERTY QUOVIS_FAKES quovis_fake_made_files)
set_property(GLOBAL APPEND PROPERTY QUOVIS_FAKE_SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/broken/make_files.cpp)

# One plugin for each rule, which breaks it. Rule 6 is about threads, and breaking it is no defined behaviour.
add_library(quovis_fake_linked_library SHARED vendor/linked_library.cpp)
set_target_properties(quovis_fake_linked_library PROPERTIES
  OUTPUT_NAME cuda-linked LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fakes/vendor)
set_property(GLOBAL APPEND PROPERTY QUOVIS_FAKE_SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/vendor/linked_library.cpp)
foreach(rule 1 2 3 4 5 7 8 9 10 11 12)
  quovis_add_fake(rule-breakers/${rule} SOURCES rule_breaker.cpp DEFINES RULE=${rule})
  quovis_export_only(quovis_fake_rule-breakers_${rule} "quovis_plugin_v1")
endforeach()
target_link_libraries(quovis_fake_rule-breakers_8 PRIVATE quovis_fake_linked_library)

# HIP runtimes without a GPU; the folder is the release, the source says what each macro means.
function(quovis_add_fake_hip name)
  quovis_add_fake(hip_runtime/${name} SOURCES hip_runtime/libamdhip64.cpp OUTPUT hip_runtime/${name}/libamdhip64.so
    DEFINES ${ARGN})
endfunction()
quovis_add_fake_hip(4 HIP_FAKE_VERSION=40421401 HIP_FAKE_DEVICES=1 HIP_FAKE_OLD_LAYOUT)
quovis_add_fake_hip(5 HIP_FAKE_VERSION=50221153 HIP_FAKE_DEVICES=2 HIP_FAKE_OLD_LAYOUT)
quovis_add_fake_hip(6 HIP_FAKE_VERSION=60342134 HIP_FAKE_DEVICES=2 HIP_FAKE_OLD_LAYOUT HIP_FAKE_R0600 HIP_FAKE_NEWER)
quovis_add_fake_hip(no-device HIP_FAKE_VERSION=60342134 HIP_FAKE_DEVICES=0 HIP_FAKE_R0600)
quovis_add_fake_hip(over-opencl HIP_FAKE_VERSION=60100000 HIP_FAKE_DEVICES=1 HIP_FAKE_R0600 HIP_FAKE_OVER_OPENCL)

# Two builds of one release of NVRTC.
quovis_add_fake(nvrtc/libnvrtc SOURCES nvrtc/libnvrtc.cpp OUTPUT nvrtc/libnvrtc.so)
quovis_add_fake(nvrtc/patched SOURCES nvrtc/libnvrtc.cpp OUTPUT nvrtc/patched/libnvrtc.so DEFINES NVRTC_FAKE_PATCHED)

# A liar in front of the real ICD loader, which it is linked to.
find_library(QUOVIS_REAL_OPENCL NAMES libOpenCL.so.1 OpenCL)
if(QUOVIS_REAL_OPENCL)
  quovis_add_fake(opencl_driver/libOpenCL SOURCES opencl_driver/libOpenCL.cpp OUTPUT opencl_driver/libOpenCL.so
    LIBRARIES -Wl,--no-as-needed ${QUOVIS_REAL_OPENCL})
endif()
set_property(GLOBAL APPEND PROPERTY QUOVIS_FAKE_SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/opencl_driver/libOpenCL.cpp)
