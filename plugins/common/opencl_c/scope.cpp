// Names and where they hold; how a type or an enumerator that stands inside a struct is reached in C++.
#include "plugins/common/opencl_c/parser.hpp"

namespace quovis::opencl_c {

Parser::Parser(const Preprocessed& source, Translated& result)
    : source_(source), result_(result), edits_(source.tokens), symbols_(1), swizzles_(1) {}

void Parser::refuse_for_lack_of(std::string_view what) const {
    const std::string found = code() == code_end ? "the end of the source" : "'" + std::string(text(at_)) + "'";
    refuse(at_, "expected " + std::string(what) + ", found " + found);
}

void Parser::refuse(At at, std::string_view message) const {
    const Place& place = source_.tokens[at].place;
    const bool has_file = place.file < source_.files.size();
    throw SourceError(place, has_file ? source_.files[place.file] : std::string(), std::string(message));
}

void Parser::warn(At at, std::string message) {
    result_.warnings.push_back({source_.tokens[at].place, std::move(message)});
}

const Parser::Symbol* Parser::find(Code name) const {
    const std::size_t index = name - first_name;
    const std::uint32_t head = index < heads_.size() ? heads_[index].ordinary : 0;
    return head == 0 ? nullptr : &symbols_[head];
}

const Parser::Symbol* Parser::find_tag(Code name) const {
    const std::size_t index = name - first_name;
    const std::uint32_t head = index < heads_.size() ? heads_[index].tag : 0;
    return head == 0 ? nullptr : &symbols_[head];
}

Parser::Symbol& Parser::declare(Code name, SymbolKind kind, Type type) {
    const std::size_t index = name - first_name;
    if (index >= heads_.size()) {
        heads_.resize(words_.count());
    }
    std::uint32_t& head = kind == SymbolKind::tag ? heads_[index].tag : heads_[index].ordinary;
    if (head != 0 && symbols_[head].depth == loop_depth_ && loop_depth_ + 1 == scope_depth_) {
        is_loop_name_hidden_ = true;
    }
    symbols_.push_back({kind, type, name, head, scope_depth_, open_records_.empty() ? 0 : open_records_.back()});
    head = static_cast<std::uint32_t>(symbols_.size() - 1);
    return symbols_.back();
}

void Parser::leave_scope(std::size_t symbols) {
    while (symbols_.size() > symbols) {
        const Symbol& last = symbols_.back();
        Heads& heads = heads_[last.name - first_name];
        (last.kind == SymbolKind::tag ? heads.tag : heads.ordinary) = last.hidden;
        symbols_.pop_back();
    }
    --scope_depth_;
}

// C knows no scope of a struct; C++ does. Inside the braces the name itself will do.
std::string Parser::cpp_path(std::uint32_t record, std::string_view name) const {
    std::string path(name);
    while (record != 0 && !types_.record(record).is_open) {
        if (!types_.record(record).name.empty()) {
            path.insert(0, types_.record(record).name + "::");
        }
        record = types_.record(record).parent;
    }
    return path;
}

void Parser::name_as_cpp_does(At at, const Symbol& symbol) {
    if (symbol.record != 0 && !types_.record(symbol.record).is_open) {
        edits_.replace(at, edits_.keep(cpp_path(symbol.record, edits_.text(at))));
    }
}

}  // namespace quovis::opencl_c
