// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/sections.hpp"

#include <algorithm>
#include <unordered_map>

namespace cg {
namespace {

using Texts = std::vector<std::shared_ptr<const SourceText>>;

void add_to(std::vector<Count>& sum, std::span<const Count> counts) {
    for (std::size_t i = 0; i < counts.size(); ++i)
        sum[i] = checked_add(sum[i], counts[i]);
}

void subtract_from(std::vector<Count>& sum, std::span<const Count> counts) {
    for (std::size_t i = 0; i < counts.size(); ++i)
        sum[i] = checked_subtract(sum[i], counts[i]);
}

// The functions of a file, which stand together in a cost table.
using FunctionsOfFile = std::unordered_map<NameId, std::span<const FunctionCosts>>;

FunctionsOfFile functions_of_files(const CostTable& costs) {
    FunctionsOfFile result;
    const auto functions = costs.functions();
    for (std::size_t begin = 0, end; begin < functions.size(); begin = end) {
        for (end = begin + 1; end < functions.size(); ++end)
            if (functions[end].file != functions[begin].file)
                break;
        result.emplace(functions[begin].file, functions.subspan(begin, end - begin));
    }
    return result;
}

class Annotations {
  public:
    Annotations(const Profile& profile, const std::vector<DataFile>& data, const View& view,
                const ReportOptions& options, const OriginalNames& originals, Sources& sources,
                const Sink& sink)
        : profile_(profile),
          data_(data),
          view_(view),
          options_(options),
          originals_(originals),
          sources_(sources),
          sink_(sink),
          functions_(functions_of_files(profile.costs)),
          annotated_(profile.costs.event_count()) {}

    void write_user_file(const std::string& file);
    void write_file(NameId file, std::span<const Count> total, std::string_view title);
    void write_summary(const Ranking& ranking);

  private:
    void write_lines(NameId file, const std::vector<std::string>& names, const Texts& texts,
                     std::string_view title);
    void write_reason(const std::vector<std::string>& names, std::string_view reason);

    const Profile& profile_;
    const std::vector<DataFile>& data_;
    const View& view_;
    const ReportOptions& options_;
    const OriginalNames& originals_;
    Sources& sources_;
    const Sink& sink_;
    FunctionsOfFile functions_;
    Annotated annotated_;
    std::string out_;
};

void Annotations::write_file(NameId file, std::span<const Count> total, std::string_view title) {
    const std::vector<std::string> names = originals_(profile_.names[file]);
    Texts texts;
    for (const std::string& name : names)
        texts.push_back(sources_.find(name));
    if (std::ranges::count(texts, nullptr) > 0) {
        write_heading(out_, std::string(title) + std::string(profile_.names[file]));
        write_reason(names, "one or more of these original files are unreadable");
        add_to(annotated_.unreadable, total);
    } else if (!std::ranges::all_of(
                   texts, [&](const auto& text) { return text->bytes == texts[0]->bytes; })) {
        write_heading(out_, std::string(title) + std::string(profile_.names[file]));
        write_reason(names, "two or more of these original files are not identical");
        add_to(annotated_.not_identical, total);
    } else {
        write_lines(file, names, texts, title);
    }
    sink_(out_);
    out_.clear();
}

void Annotations::write_reason(const std::vector<std::string>& names, std::string_view reason) {
    out_ += "Unannotated because ";
    out_ += reason;
    out_ += ":\n";
    for (const std::string& name : names)
        out_ += "- " + name + '\n';
    out_ += '\n';
}

void Annotations::write_lines(NameId file, const std::vector<std::string>& names,
                              const Texts& texts, std::string_view title) {
    std::string heading(title);
    heading += profile_.names[file];
    if (texts[0]->path != names[0]) // found in an include directory
        heading += " (" + texts[0]->path + ')';
    write_heading(out_, heading);

    FileTime oldest = texts[0]->modified;
    for (const auto& text : texts)
        oldest = std::min(oldest, text->modified);
    for (const DataFile& data : data_)
        if (data.modified && oldest > *data.modified)
            write_newer_warning(out_, names, data.name);

    const LineCounts counts(profile_.costs, functions_.at(file));
    write_annotated_lines(out_, profile_.names[file], SourceLines(texts[0]->bytes), counts, view_,
                          options_);
    for (std::size_t i = 0; i < counts.lines().size(); ++i)
        add_to(counts.lines()[i] == 0 ? annotated_.unknown_lines : annotated_.known_lines,
               counts.counts(i));
}

void Annotations::write_user_file(const std::string& file) {
    constexpr std::string_view title = "User-annotated source file: ";
    const auto id = profile_.names.find(file);
    const auto functions = id ? functions_.find(*id) : functions_.end();
    if (functions == functions_.end()) {
        write_heading(out_, std::string(title) + file);
        out_ += "No information has been collected for " + file + "\n\n";
        return;
    }
    std::vector<Count> total(profile_.costs.event_count());
    for (const FunctionCosts& function : functions->second)
        for (std::size_t row = function.first_row; row < function.end_row; ++row)
            add_to(total, profile_.costs.counts(row));
    write_file(*id, total, title);
}

void Annotations::write_summary(const Ranking& ranking) {
    if (const auto unknown = profile_.names.find(unknown_file))
        annotated_.unknown_files = ranking.total_of(*unknown);
    annotated_.below_threshold = profile_.summary;
    for (const auto& part :
         {annotated_.known_lines, annotated_.unknown_lines, annotated_.not_identical,
          annotated_.unreadable, annotated_.unknown_files})
        subtract_from(annotated_.below_threshold, part);
    write_annotation_summary(out_, annotated_, view_);
    sink_(out_);
}

} // namespace

void write_annotations(const Profile& profile, const Ranking& ranking, std::span<const Entry> files,
                       const std::vector<DataFile>& data, const View& view,
                       const ReportOptions& options, const OriginalNames& originals,
                       Sources& sources, const Sink& sink) {
    Annotations annotations(profile, data, view, options, originals, sources, sink);
    for (const std::string& file : options.user_files)
        annotations.write_user_file(file);

    const auto name = [&](const Entry& entry) { return profile.names[entry.name]; };
    std::vector<Entry> by_name;
    if (options.annotate)
        for (const Entry& entry : files)
            if (name(entry) != unknown_file &&
                std::ranges::count(options.user_files, name(entry)) == 0)
                by_name.push_back(entry);
    std::ranges::sort(by_name, {}, name);
    for (const Entry& entry : by_name)
        annotations.write_file(entry.name, entry.counts, "Annotated source file: ");
    annotations.write_summary(ranking);
}

} // namespace cg
