# Writes OUTPUT, a C++ source that holds the text of INPUT as quovis::core::embedded_default_config.
# Called by the build: cmake -DINPUT=... -DOUTPUT=... -P embed.cmake
file(READ "${INPUT}" text)
# Comments are for people, and reading them takes longer than reading the rest.
string(REGEX REPLACE "\n[ ]*#[^\n]*" "" text "\n${text}")
string(FIND "${text}" ")quovis\"" clash)
if(NOT clash EQUAL -1)
  message(FATAL_ERROR "${INPUT} contains the raw string delimiter )quovis\"; choose another in embed.cmake")
endif()
file(WRITE "${OUTPUT}" "// Generated from config/quovis.yaml by core/config/embed.cmake.
#include \"core/config/embedded.hpp\"

namespace quovis::core {
const std::string_view embedded_default_config = R\"quovis(${text})quovis\";
}  // namespace quovis::core
")
