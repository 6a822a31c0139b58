# Writes OUTPUT, a C++ source that holds the texts of FILES (in FOLDER, with commas between) for prelude.cpp.
# Called by the build: cmake -DFOLDER=... -DFILES=... -DOUTPUT=... -P embed.cmake
string(REPLACE "," ";" files "${FILES}")
set(entries "")
foreach(file IN LISTS files)
  file(READ "${FOLDER}/${file}" text)
  string(FIND "${text}" ")quovis\"" clash)
  if(NOT clash EQUAL -1)
    message(FATAL_ERROR "${file} contains the raw string delimiter )quovis\"; choose another in embed.cmake")
  endif()
  string(APPEND entries "    {\"${file}\", R\"quovis(${text})quovis\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Generated from plugins/common/opencl_c/device by embed.cmake.
#include \"plugins/common/opencl_c/device_texts.hpp\"

namespace quovis::opencl_c {
const DeviceText device_texts[] = {
${entries}};
const std::size_t device_text_count = sizeof(device_texts) / sizeof(device_texts[0]);
}  // namespace quovis::opencl_c
")
