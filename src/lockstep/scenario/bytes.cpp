#include "lockstep/scenario/bytes.h"

#include "lockstep/scenario/bytes_body.h"
#include "lockstep/scenario/bytes_stream.h"
#include "lockstep/scenario/well_formed.h"

namespace lockstep::scenario {

Scenario decode_bytes(std::span<const std::byte> file) {
  const std::byte first = file.empty() ? std::byte{0} : file.front();
  const auto body = file.subspan(file.empty() ? 0 : 1);
  switch (kind_of(first)) {
    case KindByte::memtable:
      return decode_memtable(body);
    case KindByte::sort:
      return decode_sort(body);
  }
  return decode_memtable(body);
}

Result<std::vector<std::byte>> encode_bytes(const Scenario& scenario) {
  if (Status status = check_well_formed(scenario); !status) return std::unexpected(std::move(status.error()));
  ByteSink sink;
  // The kinds' bytes are their places in Scenario.
  sink.byte(std::to_integer<std::uint64_t>(kFirstByte) | scenario.index());
  std::visit([&](const auto& kind) { encode_body(sink, kind); }, scenario);
  if (!sink.exceeded().empty()) return fail(ErrorCode::invalid_argument, "encode: " + sink.exceeded());
  return sink.take();
}

}  // namespace lockstep::scenario
