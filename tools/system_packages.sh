#!/bin/sh
# Installs what the checks need and pip cannot bring. All there: says nothing, at once. --dry-run: only says what it would do.
set -eu

# Each need is the name of a package in Debian and Homebrew alike, and has a has_NEED that says whether it is there.
needs="postgresql chromium"

# The same places as tests/server/support/postgres.py.
has_postgresql() {
    if [ -n "${TRIAX_PG_BIN-}" ]; then
        [ -x "$TRIAX_PG_BIN/initdb" ]
        return
    fi
    for initdb in /usr/lib/postgresql/*/bin/initdb; do
        [ -x "$initdb" ] && return
    done
    command -v initdb >/dev/null
}

# The same as in tests/browser/conftest.py.
has_chromium() {
    command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null
}

find_missing() {
    missing=""
    for need in $needs; do
        "has_$need" || missing="$missing $need"
    done
}

as_root() {
    if [ -n "$dry_run" ]; then
        echo "would run: $*"
    elif [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@" # nobody is there to type a password
    fi
}

give_up() {
    echo "Missing:$missing. Please install (Debian, Ubuntu: apt-get install$missing; macOS: brew install$missing) and try again." >&2
    exit 1
}

case "${1-}" in
"") dry_run="" ;;
--dry-run) dry_run=yes ;;
*)
    echo "usage: $0 [--dry-run]" >&2
    exit 2
    ;;
esac

find_missing
[ -n "$missing" ] || exit 0
command -v apt-get >/dev/null || give_up
[ -n "$dry_run" ] || as_root true 2>/dev/null || give_up

# Debian makes a database cluster and starts it as a service unless told otherwise; the tests start servers of their own.
settings=/etc/postgresql-common/createcluster.d
trap 'as_root rm -f "$settings/triax.conf"' EXIT
as_root mkdir -p "$settings"
as_root sh -c "echo 'create_main_cluster = off' >$settings/triax.conf"

as_root apt-get -qq update || true # stale lists may still do
# Debian has one without windows; Ubuntu has not.
if apt-cache show chromium-headless-shell >/dev/null 2>&1; then
    missing=$(echo "$missing" | sed 's/ chromium/ chromium-headless-shell/')
fi
# shellcheck disable=SC2086  # one word a package
as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends $missing || give_up

[ -z "$dry_run" ] || exit 0
find_missing
[ -z "$missing" ] || give_up
