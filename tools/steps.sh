# shellcheck shell=bash
# What tools/test and tools/demo share: one line for each step, its output in a log that is shown when it fails.
# Sourced with the repository's root as the working directory.

# How much of its output a failed step shows.
failure_lines=60

# step LOG TEXT COMMAND...: runs COMMAND quietly; every 30 seconds tells how far it is.
step() {
    local log=$1 text=$2 status=0 started=$SECONDS told=$SECONDS
    shift 2
    mkdir -p "$(dirname "$log")"
    printf '== %s\n' "$text"
    "$@" >"$log" 2>&1 </dev/null &
    step_pid=$!
    while kill -0 "$step_pid" 2>/dev/null; do
        sleep 0.2
        if ((SECONDS - told >= 30)); then
            told=$SECONDS
            printf '   %s s: %s\n' $((SECONDS - started)) "$(tail -n 1 "$log" | cut -c1-100)"
        fi
    done
    wait "$step_pid" || status=$?
    step_pid=
    if ((status != 0)); then
        printf '== failed after %s s: %s\n' $((SECONDS - started)) "$text"
        tail -n "$failure_lines" "$log"
        printf '   the whole output: %s\n' "$log"
    elif ((SECONDS - started >= 5)); then
        printf '   done in %s s\n' $((SECONDS - started))
    fi
    return "$status"
}

# An interrupted script takes its running step with it.
step_pid=
stop_step() {
    [[ -n $step_pid ]] && kill "$step_pid" 2>/dev/null
    exit 130
}
trap stop_step INT TERM

# build PRESET [TARGET...]: configures and builds into build/PRESET.
build() {
    local preset=$1
    shift
    step "build/logs/$preset-configure.log" "$preset: configure" cmake --preset "$preset" &&
        step "build/logs/$preset-build.log" "$preset: build" cmake --build --preset "$preset" ${1:+--target "$@"}
}
