#include "tune_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <ostream>
#include <sstream>
#include <string>

namespace lockstep::cli {
namespace {

std::string number(double value, int decimals) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(decimals) << value;
  return text.str();
}

std::uint64_t pinot_threshold(const TuneSeries& series) {
  constexpr BulkPolicy kPinot = BulkPolicy::pinot();
  return series.write ? kPinot.min_write(series.type) : kPinot.min_read(series.type);
}
std::uint64_t native_threshold(const TuneSeries& series) {
  constexpr BulkPolicy kNative = BulkPolicy::native();
  return series.write ? kNative.min_write(series.type) : kNative.min_read(series.type);
}

// "12.3x at 128", "never", "beyond 4096".
std::string at_threshold(const TuneSeries& series, std::uint64_t threshold) {
  if (threshold == BulkPolicy::kNever) return "never";
  const TunePoint* const point = point_from(series, threshold);
  if (point == nullptr) return "not measured";
  return number(point->ratio(), 2) + "x at " + std::to_string(point->length);
}

// ---- the drawing

constexpr double kPanelWidth = 420, kPanelHeight = 260;
constexpr double kLeft = 48, kRight = 12, kTop = 30, kBottom = 36;  // around the plot, inside a panel
constexpr double kLeastRatio = 0.5, kMostRatio = 64;
constexpr double kHead = 64;                                                        // of the whole drawing
constexpr std::array<const char*, 3> kColours = {"#0072b2", "#d55e00", "#009e73"};  // told apart by colour-blind eyes

double x_of(double length, double longest) {
  const double share = longest > 1 ? std::log2(length) / std::log2(longest) : 0;
  return kLeft + share * (kPanelWidth - kLeft - kRight);
}
double y_of(double ratio) {
  const double clamped = std::clamp(ratio, kLeastRatio, kMostRatio);
  const double share = std::log2(clamped / kLeastRatio) / std::log2(kMostRatio / kLeastRatio);
  return kPanelHeight - kBottom - share * (kPanelHeight - kTop - kBottom);
}

void line(std::ostream& out, double x1, double y1, double x2, double y2, const char* style) {
  out << "<line x1='" << number(x1, 1) << "' y1='" << number(y1, 1) << "' x2='" << number(x2, 1) << "' y2='"
      << number(y2, 1) << "' " << style << "/>\n";
}
void text(std::ostream& out, double x, double y, const char* anchor, const std::string& what, const char* more = "") {
  out << "<text x='" << number(x, 1) << "' y='" << number(y, 1) << "' text-anchor='" << anchor << "' " << more << ">"
      << what << "</text>\n";
}

void print_axes(std::ostream& out, double longest) {
  for (double ratio = kLeastRatio; ratio <= kMostRatio; ratio *= 2) {
    line(out, kLeft, y_of(ratio), kPanelWidth - kRight, y_of(ratio),
         ratio == 1 ? "stroke='#333' stroke-width='1.5'" : "stroke='#ddd'");
    text(out, kLeft - 6, y_of(ratio) + 4, "end", number(ratio, ratio < 1 ? 1 : 0) + "×");
  }
  for (double length = 1; length <= longest; length *= 4) {
    line(out, x_of(length, longest), kTop, x_of(length, longest), kPanelHeight - kBottom, "stroke='#eee'");
    text(out, x_of(length, longest), kPanelHeight - kBottom + 15, "middle", number(length, 0));
  }
  text(out, (kLeft + kPanelWidth - kRight) / 2, kPanelHeight - 6, "middle", "values in the array", "fill='#555'");
}

// The series of one type and direction, an offset each.
void print_panel(std::ostream& out, std::span<const TuneSeries> offsets, double longest) {
  const TuneSeries& first = offsets.front();
  const std::string name = first.name();
  text(out, kLeft, kTop - 12, "start", name.substr(0, name.find('+')), "font-weight='bold' font-size='14'");
  print_axes(out, longest);
  const std::uint64_t threshold = pinot_threshold(first);
  if (static_cast<double>(threshold) <= longest) {
    const double x = x_of(static_cast<double>(threshold), longest);
    line(out, x, kTop, x, kPanelHeight - kBottom, "stroke='#999' stroke-dasharray='4 3'");
    text(out, x + 4, kTop + 10, "start", "pinot " + std::to_string(threshold), "fill='#777'");
  }
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    out << "<polyline fill='none' stroke-width='1.8' stroke='" << kColours[i % kColours.size()] << "' points='";
    for (const TunePoint& point : offsets[i].points) {
      out << number(x_of(static_cast<double>(point.length), longest), 1) << ',' << number(y_of(point.ratio()), 1)
          << ' ';
    }
    out << "'/>\n";
  }
}

}  // namespace

void print_tune_table(std::span<const TuneSeries> series, std::ostream& out) {
  out << std::left << std::setw(18) << "array" << std::setw(24) << "bulk as fast from n =" << std::setw(20)
      << "native threshold" << std::setw(20) << "pinot threshold" << "longest\n";
  for (const TuneSeries& each : series) {
    const auto first = crossover(each);
    out << std::left << std::setw(18) << each.name() << std::setw(24) << (first ? std::to_string(*first) : "never")
        << std::setw(20) << at_threshold(each, native_threshold(each)) << std::setw(20)
        << at_threshold(each, pinot_threshold(each)) << at_threshold(each, each.points.back().length) << "\n";
  }
  out << "+N: the array starts N bytes into a page. 3x: bulk takes a third of the time of one value at a time.\n";
}

void print_tune_json(std::span<const TuneSeries> series, std::ostream& out) {
  out << "{\n  \"unit\": \"nanoseconds a call\",\n  \"series\": [";
  for (const TuneSeries& each : series) {
    const std::string name = each.name();
    const auto first = crossover(each);
    out << (&each == series.data() ? "\n" : ",\n") << "    {\"type\": \"" << name.substr(0, name.find(' '))
        << "\", \"direction\": \"" << (each.write ? "write" : "read") << "\", \"offset\": " << each.offset
        << ", \"crossover\": " << (first ? std::to_string(*first) : "null") << ", \"points\": [";
    for (const TunePoint& point : each.points) {
      out << (&point == each.points.data() ? "\n" : ",\n") << "      {\"values\": " << point.length
          << ", \"one_at_a_time\": " << number(point.one_at_a_time, 3) << ", \"bulk\": " << number(point.bulk, 3)
          << "}";
    }
    out << "]}";
  }
  out << "\n  ]\n}\n";
}

void print_tune_svg(std::span<const TuneSeries> series, std::ostream& out) {
  constexpr std::size_t kColumns = 2;
  const std::size_t panels = series.size() / kTuneOffsets.size();
  const double height = kHead + kPanelHeight * std::ceil(static_cast<double>(panels) / kColumns);
  const double width = kPanelWidth * kColumns;
  double longest = 1;
  for (const TuneSeries& each : series) {
    for (const TunePoint& point : each.points) longest = std::max(longest, static_cast<double>(point.length));
  }
  out << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " << number(width, 0) << ' ' << number(height, 0)
      << "' font-family='sans-serif' font-size='11'>\n<rect width='100%' height='100%' fill='white'/>\n";
  text(out, kLeft, 24, "start", "How many times faster bulk is than one value at a time", "font-size='17'");
  for (std::size_t i = 0; i < kTuneOffsets.size(); ++i) {
    const double x = kLeft + 210 * static_cast<double>(i);
    out << "<rect x='" << number(x, 0) << "' y='38' width='16' height='4' fill='" << kColours[i] << "'/>\n";
    text(out, x + 22, 45, "start", "array starts " + std::to_string(kTuneOffsets[i]) + " bytes into a page");
  }
  for (std::size_t panel = 0; panel < panels; ++panel) {
    out << "<g transform='translate(" << number(kPanelWidth * static_cast<double>(panel % kColumns), 0) << ' '
        << number(kHead + kPanelHeight * static_cast<double>(panel / kColumns), 0) << ")'>\n";
    print_panel(out, series.subspan(panel * kTuneOffsets.size(), kTuneOffsets.size()), longest);
    out << "</g>\n";
  }
  out << "</svg>\n";
}

}  // namespace lockstep::cli
