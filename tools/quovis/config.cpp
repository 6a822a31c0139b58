// `quovis config show` and `quovis config check`: the effective configuration with its origins; the faults of a file.
#include "tools/quovis/command.hpp"
#include "tools/quovis/errors.hpp"
#include "tools/quovis/json.hpp"
#include "tools/quovis/output.hpp"
#include "tools/quovis/table.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <memory>

namespace quovis::cli {
namespace {

Exit show(const Common& common) {
    const std::vector<ConfigValue> values = open_instance(common).configuration();
    if (common.json) {
        Json object = json_object();
        object["values"] = Json::array();
        for (const ConfigValue& one : values) {
            object["values"].push_back({{"path", one.path}, {"value", one.value}, {"origin", one.origin}});
        }
        print(json_text(object));
        return Exit::done;
    }
    Table table({"KEY", "VALUE", "ORIGIN"});
    for (const ConfigValue& one : values) {
        table.add({one.path, one.value, one.origin});
    }
    print(table.text(terminal_width(Stream::output)));
    return Exit::done;
}

// Without a file: the configuration as the other subcommands would read it.
void check_or_throw(const Common& common, const std::string& file) {
    if (file.empty()) {
        (void)open_instance(common);
    } else {
        check_configuration(file);
    }
}

Exit check(const Common& common, const std::string& named) {
    const std::string file = named.empty() ? common.config : named;
    check_or_throw(common, file);
    if (common.json) {
        Json object = json_object();
        object["file"] = file;
        object["ok"] = true;
        object["diagnostics"] = Json::array();
        print(json_text(object));
    } else {
        print(fmt::format("{}: no faults\n", file.empty() ? "the effective configuration" : file));
    }
    return Exit::done;
}

}  // namespace

void add_config(CLI::App& app, Common& common, Work& work) {
    CLI::App& config = add_subcommand(app, common, "config", "Show or check the configuration",
                                      "  quovis config show\n"
                                      "  quovis config check ~/.config/quovis/config.yaml");
    config.require_subcommand(1);
    CLI::App& shown = add_subcommand(config, common, "show", "Print every value in effect and where it comes from",
                                     "  quovis config show\n"
                                     "  QUOVIS_DEVICE=cpu quovis config show --json");
    shown.callback([&common, &work] { work = [&common] { return show(common); }; });

    CLI::App& checked = add_subcommand(config, common, "check", "Print the faults of a configuration file",
                                       "  quovis config check ~/.config/quovis/config.yaml");
    const auto file = std::make_shared<std::string>();
    checked.add_option("FILE", *file, "The file; without it, what the other subcommands would read")->type_name("");
    checked.callback([&common, &work, file] { work = [&common, file] { return check(common, *file); }; });
}

}  // namespace quovis::cli
