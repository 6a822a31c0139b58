# find_package(quovis): the library quovis::quovis, the command line quovis::tool, and quovis_add_bundle().
include(${CMAKE_CURRENT_LIST_DIR}/quovis-targets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/quovis_add_bundle.cmake)
