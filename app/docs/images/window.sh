# What `make` and `make-together` share: a display without a screen, and the program's window on it.
# shellcheck shell=bash
program="$(realpath "$1")"
cd "$(dirname "${BASH_SOURCE[0]}")"
images="$PWD"
work="$(mktemp -d)"
display_pid=""
program_pid=""
trap 'kill $program_pid $display_pid 2>/dev/null || true; rm -rf "$work"' EXIT
mkdir "$work/run"
chmod 700 "$work/run"
export LIBGL_ALWAYS_SOFTWARE=1 XDG_RUNTIME_DIR="$work/run" LC_ALL=C.UTF-8
unset WAYLAND_DISPLAY

# Starts the display.
#     start_display WIDTHxHEIGHT
start_display() {
    Xvfb -displayfd 3 -screen 0 "$1x24" -nolisten tcp -noreset 3>"$work/display" 2>/dev/null &
    display_pid=$!
    for _ in $(seq 100); do
        [ ! -s "$work/display" ] || break
        sleep 0.1
    done
    DISPLAY=":$(cat "$work/display")"
    export DISPLAY
}

# Opens the window with new settings, as large as the display.
#     open_window SETTINGS [FILE]
open_window() {
    local window="" size
    rm -rf "$work/data"
    mkdir "$work/data"
    echo "$1" >"$work/data/settings.json"
    shift
    "$program" --data-dir "$work/data" "$@" >"$work/log" 2>&1 &
    program_pid=$!
    for _ in $(seq 200); do
        window="$(xdotool search --onlyvisible --name 'Qipan|棋盘' 2>/dev/null | head -n 1)" || true
        [ -z "$window" ] || break
        sleep 0.1
    done
    sleep 1
    read -ra size < <(xdotool getdisplaygeometry)
    xdotool windowsize "$window" "${size[@]}"
    xdotool windowfocus "$window"
    sleep 2
}

close_window() {
    kill "$program_pid"
    wait "$program_pid" 2>/dev/null || true
    program_pid=""
}

press() {
    xdotool mousemove "$1" "$2" click 1
    sleep 1
}

# Saves a picture with a palette, of 256 colours if not said otherwise.
#     save FILE NAME [COLOURS]
save() {
    convert "$1" -dither None -colors "${3:-256}" -strip "PNG8:$images/$2.png"
}
