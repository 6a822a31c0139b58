// What the parts of `quovis cache` share.
#pragma once

#include "tools/quovis/command.hpp"

#include <quovis/quovis.hpp>
#include <string>

namespace quovis::cli {

// Why nothing is kept; empty where something is.
std::string reason_unused(const quovis_cache_info& info);
// Throw a Failure that says what to do, where the configuration has no cache or lets nobody change it.
void require_cache(const quovis_cache_info& info);
void require_changes(const quovis_cache_info& info);

void add_cache_stats(CLI::App& cache, Common& common, Work& work);
void add_cache_list(CLI::App& cache, Common& common, Work& work);
void add_cache_verify(CLI::App& cache, Common& common, Work& work);
void add_cache_prune(CLI::App& cache, Common& common, Work& work);
void add_cache_clear(CLI::App& cache, Common& common, Work& work);

}  // namespace quovis::cli
