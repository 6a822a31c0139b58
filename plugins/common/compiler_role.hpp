// A compiler that is opened at the first question and kept, with the texts that `describe`, `targets` and `origin` hand
// out.
// A Toolkit has open(settings), formats(), and the members identity, version, targets and origin; once opened it stays
// as it is.
#pragma once

#include <quovis/plugin.h>

#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plugins/common/cache_facts.hpp"
#include "plugins/common/settings.hpp"
#include "plugins/common/text.hpp"

namespace quovis::plugins {

template <class Toolkit>
class CompilerRole {
  public:
    explicit CompilerRole(Settings settings) : settings_(std::move(settings)) {}

    // Throws what Toolkit::open() throws, again at each call.
    const std::vector<quovis_plugin_text>& targets() {
        toolkit();
        return targets_;
    }

    const quovis_cc_origin& origin() {
        const Toolkit& opened = toolkit();
        const std::lock_guard lock(mutex_);
        if (!origin_) {
            origin_.emplace(opened.origin);
        }
        return origin_->get();
    }

  protected:
    const Toolkit& toolkit() {
        const std::lock_guard lock(mutex_);
        if (!toolkit_) {
            toolkit_ = Toolkit::open(settings_);
            targets_ = texts_of(toolkit_->targets);
            formats_ = texts_of(toolkit_->formats());
        }
        return *toolkit_;
    }

    // Without the path, the languages and the flags.
    quovis_cc_description description() {
        const Toolkit& opened = toolkit();
        auto made = sized<quovis_cc_description>();
        made.identity = text(opened.identity);
        made.version = text(opened.version);
        made.formats = formats_.data();
        made.format_count = formats_.size();
        return made;
    }

  private:
    static std::vector<quovis_plugin_text> texts_of(const std::vector<std::string>& strings) {
        std::vector<quovis_plugin_text> texts;
        for (const std::string& one : strings) {
            texts.push_back(text(one));
        }
        return texts;
    }
    static std::vector<quovis_plugin_text> texts_of(std::vector<std::string>&&) = delete;  // they would point nowhere

    const Settings settings_;
    std::mutex mutex_;
    std::optional<Toolkit> toolkit_;
    std::vector<quovis_plugin_text> targets_;
    std::vector<quovis_plugin_text> formats_;
    std::optional<GivenOrigin> origin_;
};

}  // namespace quovis::plugins
