# SPDX-License-Identifier: GPL-3.0-or-later
# Writes OUTPUT, a C++ source with the bytes of the files in PARTS, a list of NAME=FILE. A part that is not in the list
# is empty. The names are those of src/page_bytes.h. The script, of 700 kB, is compressed to a quarter; its date is left out.
set(source "// SPDX-License-Identifier: GPL-3.0-or-later\n#include <string_view>\n\nnamespace plumb::pipeline {\n")
foreach(name template style script)
  set(hex "")
  foreach(part IN LISTS PARTS)
    if(part MATCHES "^${name}=(.*)$")
      set(file ${CMAKE_MATCH_1})
      if(name STREQUAL "script")
        set(file ${OUTPUT}.gz)
        file(ARCHIVE_CREATE OUTPUT ${file} PATHS ${CMAKE_MATCH_1} FORMAT raw COMPRESSION GZip)
      endif()
      file(READ ${file} hex HEX)
      string(REGEX REPLACE "^(1f8b....)........" "\\100000000" hex "${hex}")
    endif()
  endforeach()
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
  string(APPEND source "static constexpr unsigned char ${name}_bytes[] = {${hex}0};\n"
    "extern const std::string_view page_${name};\n"
    "const std::string_view page_${name}{reinterpret_cast<const char*>(${name}_bytes), sizeof ${name}_bytes - 1};\n")
endforeach()
string(APPEND source "}  // namespace plumb::pipeline\n")
file(WRITE ${OUTPUT} "${source}")
