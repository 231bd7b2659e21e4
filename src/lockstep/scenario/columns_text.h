// Columns as text: declared once, named later.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "lockstep/data/schema.h"
#include "lockstep/scenario/text_cursor.h"

namespace lockstep::scenario {

// Reads a type. After a failure, some type.
Type parse_column_type(LineCursor& cursor);

// The columns of one text in the order of their lines.
class DeclaredColumns {
 public:
  // Reads "NAME TYPE [null]"; a name that is there already is a failure. `name_at` becomes the name's position.
  ColumnSchema declare(LineCursor& cursor, std::size_t& name_at);
  // Reads the name of a column that was declared before: its index. After a failure 0.
  std::uint32_t find(LineCursor& cursor) const;

 private:
  std::map<std::string, std::uint32_t, std::less<>> indices_;
};

}  // namespace lockstep::scenario
