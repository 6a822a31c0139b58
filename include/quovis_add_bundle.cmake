# quovis_add_bundle(NAME
#                   SOURCES kernel.cu ...            # .cu, .hip, .cl
#                   TARGETS sm_90 gfx90a opencl ...  # as of `quovis pack --target`
#                   [NO_SOURCE]                      # images only
#                   [BACKEND plugin]                 # that compiles; else the first that can
#                   [INCLUDE_DIRECTORIES dir ...] [DEFINES N[=V] ...] [OPTIONS --fast-math ...]
#                   [CONFIG file.yaml])              # instead of the defaults; the user's own is never read, nor
#                                                    # QUOVIS_BACKEND
#
# Packs at build time, again when a source or a header of it has changed, and embeds the bytes: NAME is a library to link
# with, and #include <NAME.h> gives
#     const unsigned char NAME_data[];
#     const size_t NAME_size;
# for quovis_bundle_from_memory() or quovis::Instance::bundle(). The file itself is NAME.quovis in the build folder (the
# target property QUOVIS_BUNDLE has its path). NAME must be a name that C can have. Needs Ninja or Makefiles.
cmake_policy(PUSH)
cmake_policy(VERSION 3.20)

set(QUOVIS_BUNDLE_SOURCE_IN ${CMAKE_CURRENT_LIST_DIR}/quovis_bundle.c.in)
set(QUOVIS_BUNDLE_HEADER_IN ${CMAKE_CURRENT_LIST_DIR}/quovis_bundle.h.in)
set(QUOVIS_BUNDLE_CONFIG ${CMAKE_CURRENT_LIST_DIR}/quovis_bundle.yaml)

function(quovis_add_bundle name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_SOURCE" "BACKEND;CONFIG"
    "SOURCES;TARGETS;INCLUDE_DIRECTORIES;DEFINES;OPTIONS")
  string(MAKE_C_IDENTIFIER "${name}" identifier)
  if(NOT name STREQUAL identifier)
    message(FATAL_ERROR "quovis_add_bundle: '${name}' becomes the name of an array; in C it would be '${identifier}'")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "quovis_add_bundle(${name}): unknown words: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_SOURCES OR NOT arg_TARGETS)
    message(FATAL_ERROR "quovis_add_bundle(${name}) needs SOURCES and TARGETS")
  endif()

  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${name})
  set(bundle ${folder}/${name}.quovis)
  set(words "")
  set(sources "")
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(source "${source}" ABSOLUTE)
    list(APPEND sources "${source}")
  endforeach()
  foreach(target IN LISTS arg_TARGETS)
    list(APPEND words --target ${target})
  endforeach()
  foreach(directory IN LISTS arg_INCLUDE_DIRECTORIES)
    get_filename_component(directory "${directory}" ABSOLUTE)
    list(APPEND words -I ${directory})
  endforeach()
  foreach(define IN LISTS arg_DEFINES)
    list(APPEND words -D ${define})
  endforeach()
  if(arg_NO_SOURCE)
    list(APPEND words --no-source)
  endif()
  if(arg_BACKEND)
    list(APPEND words --backend ${arg_BACKEND})
  endif()
  if(NOT arg_CONFIG)
    set(arg_CONFIG ${QUOVIS_BUNDLE_CONFIG})
  endif()
  get_filename_component(arg_CONFIG "${arg_CONFIG}" ABSOLUTE)
  list(APPEND words --config ${arg_CONFIG})
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${bundle}
    COMMAND ${CMAKE_COMMAND} -E env --unset=QUOVIS_BACKEND $<TARGET_FILE:quovis::tool> pack ${sources} ${words} ${arg_OPTIONS} -o ${bundle} --depfile ${bundle}.d
    DEPENDS ${sources} ${arg_CONFIG} quovis::tool
    DEPFILE ${bundle}.d
    COMMENT "Packing ${name}.quovis" VERBATIM)

  # As C where the project has it, else as C++.
  set(ending cpp)
  if(CMAKE_C_COMPILER_LOADED)
    set(ending c)
  endif()
  set(embedded ${folder}/${name}.${ending})
  set(QUOVIS_BUNDLE_NAME ${name})
  string(REGEX REPLACE "([\\\"])" "\\\\\\1" QUOVIS_BUNDLE_PATH "${bundle}")
  string(REGEX REPLACE "([\\\"])" "\\\\\\1" QUOVIS_BUNDLE_PATH "${QUOVIS_BUNDLE_PATH}") # a string in a string
  configure_file(${QUOVIS_BUNDLE_SOURCE_IN} ${embedded} @ONLY)
  configure_file(${QUOVIS_BUNDLE_HEADER_IN} ${folder}/${name}.h @ONLY)
  set_source_files_properties(${embedded} PROPERTIES OBJECT_DEPENDS ${bundle})
  add_library(${name} STATIC ${embedded})
  target_include_directories(${name} PUBLIC ${folder})
  # Link-time optimization does not see names that assembly defines.
  set_target_properties(${name} PROPERTIES
    QUOVIS_BUNDLE ${bundle}
    POSITION_INDEPENDENT_CODE ON
    INTERPROCEDURAL_OPTIMIZATION OFF)
  target_compile_options(${name} PRIVATE -fno-lto)
endfunction()

cmake_policy(POP)
