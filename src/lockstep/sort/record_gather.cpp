#include "lockstep/sort/record_gather.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

#include "lockstep/base/bytes.h"

namespace lockstep {
namespace {

constexpr std::size_t kRecordBytes = 64;   // at most: a cache line
constexpr std::size_t kBlockRows = 256;    // unpacked at a time: their records stay in the first-level cache
constexpr std::size_t kPrefetchRows = 24;  // how far ahead records are fetched
constexpr std::size_t kCopyBytes = 16;     // strings are copied in pieces of this size

// Where a string lies in its column.
struct StringPlace {
  std::uint32_t start;
  std::uint32_t length;
};

// One thing of a column that records hold.
struct Field {
  enum class What : std::uint8_t { value, string_place, null };
  What what;
  std::uint32_t column;
  std::uint32_t width;
  std::uint32_t record = 0;
  std::uint32_t offset = 0;  // in the record
};

// The fields of one record, the wide ones before the others.
struct Record {
  std::span<const Field> fields;
  std::size_t stride;  // 8, 16, 32 or 64 bytes: none straddles a cache line
};

// The columns' fields, those of one record together; as few records as they fill.
std::pmr::vector<Field> fields_of(const Block& source, std::pmr::memory_resource* scratch) {
  std::pmr::vector<Field> fields(scratch);
  fields.reserve(2 * source.column_count());
  for (std::uint32_t i = 0; i < source.column_count(); ++i) {
    const Column& column = source.column(i);
    if (column.is_fixed_width()) {
      fields.push_back({Field::What::value, i, static_cast<std::uint32_t>(column.type().width())});
    } else {
      fields.push_back({Field::What::string_place, i, sizeof(StringPlace)});
    }
    if (column.nullable()) fields.push_back({Field::What::null, i, 1});
  }
  std::ranges::sort(fields, [](const Field& a, const Field& b) {
    return std::tie(b.width, a.column, a.what) < std::tie(a.width, b.column, b.what);
  });
  std::pmr::vector<std::uint32_t> used(scratch);  // bytes, a record
  for (Field& field : fields) {
    const auto fits = [&](std::uint32_t bytes) { return bytes + field.width <= kRecordBytes; };
    field.record = static_cast<std::uint32_t>(std::ranges::find_if(used, fits) - used.begin());
    if (field.record == used.size()) used.push_back(0);
    field.offset = used[field.record];
    used[field.record] += field.width;
  }
  std::ranges::sort(fields, [](const Field& a, const Field& b) {
    return std::tie(a.record, a.offset) < std::tie(b.record, b.offset);
  });
  return fields;
}

// The first of the fields that are one record.
Record take_record(std::span<const Field>& fields) {
  const auto end = std::ranges::find_if(fields, [&](const Field& f) { return f.record != fields.front().record; });
  const auto taken = fields.first(static_cast<std::size_t>(end - fields.begin()));
  fields = fields.subspan(taken.size());
  const std::size_t bytes = taken.back().offset + taken.back().width;
  return {taken, std::bit_ceil(std::max(bytes, sizeof(std::uint64_t)))};
}

// Calls visit.operator()<width>() with the width as a constant.
template <class Visit>
void visit_width(std::uint32_t width, Visit visit) {
  switch (width) {
    case 1:
      return visit.template operator()<1>();
    case 2:
      return visit.template operator()<2>();
    case 4:
      return visit.template operator()<4>();
    case 8:
      return visit.template operator()<8>();
    case 16:
      return visit.template operator()<16>();
    default:
      return visit.template operator()<32>();
  }
}

// `count` items of `width` bytes each, `from_step` bytes apart, to places `to_step` bytes apart.
template <std::size_t width>
void copy_strided(std::byte* to, std::size_t to_step, const std::byte* from, std::size_t from_step, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) std::memcpy(to + i * to_step, from + i * from_step, width);
}

// Writes the field of rows [first, first + count) into their records, the first of which is at `to`.
void pack_field(const Column& column, const Field& field, std::size_t first, std::size_t count, std::byte* to,
                std::size_t stride) {
  switch (field.what) {
    case Field::What::null:
      return copy_strided<1>(to + field.offset, stride, std::as_bytes(column.nulls()).data() + first, 1, count);
    case Field::What::string_place: {
      const auto offsets = column.offsets().subspan(first, count + 1);
      for (std::size_t i = 0; i < count; ++i) {
        store_unaligned(to + i * stride + field.offset, StringPlace{offsets[i], offsets[i + 1] - offsets[i]});
      }
      return;
    }
    case Field::What::value:
      return visit_width(field.width, [&]<std::size_t width>() {
        copy_strided<width>(to + field.offset, stride, column.bytes().data() + first * width, width, count);
      });
  }
}

Buffer pack(const Block& source, const Record& record, std::size_t rows, std::pmr::memory_resource* scratch) {
  Buffer records(scratch);
  records.resize_uninitialized(rows * record.stride);
  for (std::size_t first = 0; first < rows; first += kBlockRows) {
    const std::size_t count = std::min(kBlockRows, rows - first);
    for (const Field& field : record.fields) {
      pack_field(source.column(field.column), field, first, count, records.data() + first * record.stride,
                 record.stride);
    }
  }
  return records;
}

// A column in the making.
struct Parts {
  Buffer data;
  Buffer offsets;
  Buffer nulls;
  std::size_t string_bytes = 0;  // written so far
};

// Appends the strings at the places that stand `stride` bytes apart from `places` on.
void copy_strings(const Column& from, const std::byte* places, std::size_t stride, std::size_t first, std::size_t count,
                  Parts& parts) {
  const std::span<const std::byte> bytes = from.bytes();
  const auto place = [&](std::size_t i) { return load_unaligned<StringPlace>(places + i * stride); };
  const auto prefetch = [&](std::size_t i) {
    const StringPlace at = place(i);
    __builtin_prefetch(bytes.data() + at.start);
    __builtin_prefetch(bytes.data() + at.start + at.length);
  };
  for (std::size_t i = 0; i < std::min(count, kPrefetchRows); ++i) prefetch(i);
  std::uint32_t* const ends = parts.offsets.as<std::uint32_t>().data() + first + 1;
  std::byte* to = parts.data.data() + parts.string_bytes;
  for (std::size_t i = 0; i < count; ++i) {
    if (i + kPrefetchRows < count) prefetch(i + kPrefetchRows);
    const auto [start, length] = place(i);
    const std::byte* const string = bytes.data() + start;
    if (bytes.size() - start >= std::size_t{length} + kCopyBytes) {
      // May copy what stands behind the string; the next one overwrites it, and behind the last one there is room.
      for (std::size_t done = 0; done < length; done += kCopyBytes) std::memcpy(to + done, string + done, kCopyBytes);
    } else if (length > 0) {
      std::memcpy(to, string, length);
    }
    to += length;
    parts.string_bytes += length;
    ends[i] = static_cast<std::uint32_t>(parts.string_bytes);
  }
}

// The records of ids [first, first + count), one after the other.
template <std::size_t stride>
void fetch_records(std::byte* to, const std::byte* records, std::span<const std::uint32_t> ids, std::size_t first,
                   std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (first + i + kPrefetchRows < ids.size()) {
      __builtin_prefetch(records + ids[first + i + kPrefetchRows] * stride);
    }
    std::memcpy(to + i * stride, records + ids[first + i] * stride, stride);
  }
}

void fetch_records(std::byte* to, const std::byte* records, std::size_t stride, std::span<const std::uint32_t> ids,
                   std::size_t first, std::size_t count) {
  switch (stride) {
    case 8:
      return fetch_records<8>(to, records, ids, first, count);
    case 16:
      return fetch_records<16>(to, records, ids, first, count);
    case 32:
      return fetch_records<32>(to, records, ids, first, count);
    default:
      return fetch_records<kRecordBytes>(to, records, ids, first, count);
  }
}

// Room for what the field will fill.
void make_room(const Column& column, const Field& field, std::size_t rows, Parts& to) {
  switch (field.what) {
    case Field::What::null:
      return to.nulls.resize_uninitialized(rows);
    case Field::What::string_place:
      to.offsets.resize_uninitialized((rows + 1) * sizeof(std::uint32_t));
      to.offsets.as<std::uint32_t>()[0] = 0;
      return to.data.resize_uninitialized(column.bytes().size() + kCopyBytes);
    case Field::What::value:
      return to.data.resize_uninitialized(rows * field.width);
  }
}

void unpack(const Block& source, const Record& record, const Buffer& records, std::span<const std::uint32_t> ids,
            std::span<Parts> parts) {
  const std::size_t stride = record.stride;
  alignas(kRecordBytes) std::array<std::byte, kBlockRows * kRecordBytes> block;
  for (std::size_t first = 0; first < ids.size(); first += kBlockRows) {
    const std::size_t count = std::min(kBlockRows, ids.size() - first);
    fetch_records(block.data(), records.data(), stride, ids, first, count);
    for (const Field& field : record.fields) {
      Parts& to = parts[field.column];
      const std::byte* const from = block.data() + field.offset;
      if (field.what == Field::What::string_place) {
        copy_strings(source.column(field.column), from, stride, first, count, to);
        continue;
      }
      Buffer& target = field.what == Field::What::null ? to.nulls : to.data;
      visit_width(field.width, [&]<std::size_t width>() {
        copy_strided<width>(target.data() + first * width, width, from, stride, count);
      });
    }
  }
}

// Empties the columns that no later record needs: of strings, and of others.
void give_back(Block& source, const Record& record, std::span<const Field> rest, bool strings) {
  for (const Field& field : record.fields) {
    Column& column = source.column(field.column);
    if (column.is_fixed_width() == strings) continue;
    const bool needed = std::ranges::find(rest, field.column, &Field::column) != rest.end();
    if (!needed) column = Column(column.type(), column.nullable(), column.resource());
  }
}

}  // namespace

std::expected<Block, GatherOverflow> gather_records(Block& source, std::span<const std::uint32_t> ids,
                                                    std::uint64_t max_bytes, std::pmr::memory_resource* scratch,
                                                    std::pmr::memory_resource* resource) {
  const std::size_t rows = source.row_count();
  LOCKSTEP_CHECK(ids.size() == rows, "every row is gathered once");
  for (std::uint32_t i = 0; i < source.column_count(); ++i) {
    const Column& column = source.column(i);
    if (!column.is_fixed_width() && column.bytes().size() > max_bytes) {
      return std::unexpected(GatherOverflow{i, column.bytes().size()});
    }
  }
  std::pmr::vector<Parts> parts(scratch);
  parts.reserve(source.column_count());
  for (std::size_t i = 0; i < source.column_count(); ++i) {
    parts.push_back({Buffer(resource), Buffer(resource), Buffer(resource)});
  }

  const std::pmr::vector<Field> fields = fields_of(source, scratch);
  for (std::span<const Field> rest = fields; !rest.empty() && rows > 0;) {
    const Record record = take_record(rest);
    const Buffer records = pack(source, record, rows, scratch);
    give_back(source, record, rest, false);
    for (const Field& field : record.fields) make_room(source.column(field.column), field, rows, parts[field.column]);
    unpack(source, record, records, ids, parts);
    give_back(source, record, rest, true);
  }

  std::pmr::vector<Column> columns(resource);
  columns.reserve(source.column_count());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Column& column = source.column(i);
    Parts& made = parts[i];
    if (!column.is_fixed_width()) made.data.truncate(made.string_bytes);
    columns.emplace_back(column.type(), column.nullable(), rows, std::move(made.data), std::move(made.offsets),
                         std::move(made.nulls));
  }
  return Block(std::move(columns));
}

}  // namespace lockstep
