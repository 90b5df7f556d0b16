#!/bin/sh
# Writes docs/SCREENS.md anew: starts a server and four agents in a directory of its own, types the main commands at them
# and records what they print. Nothing is written by hand but the words between.
#
#   docs/screens.sh > docs/SCREENS.md
#
# As root every agent gets a host name of its own (unshare -u), else all have that of this machine.

set -u
root=$(CDPATH='' cd -P -- "$(dirname -- "$0")/.." && pwd) || exit 70
# Not below /tmp: tasks in a sandbox have one of their own.
work=$(mktemp -d -p /var/tmp) || exit 70
export GLEANER_HOME="$work/home" LC_ALL=C.UTF-8 TZ=UTC
unset GLEANER_URL GLEANER_TOKEN
pids=
cleanup() {
    # shellcheck disable=SC2086
    [ -z "$pids" ] || kill $pids 2>/dev/null
    wait
    rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

fail() {
    printf 'screens.sh: %s\n' "$1" >&2
    cat "$work"/*.log >&2
    exit 1
}

until_true() { # SECONDS COMMAND…
    left=$(($1 * 5))
    shift
    until "$@" >/dev/null 2>&1; do
        left=$((left - 1))
        [ $left -gt 0 ] || fail "waited in vain for: $*"
        sleep 0.2
    done
}

gleaner() { "$root/gleaner" "$@"; }

say() { printf '%s\n' "$@"; }

screen() { # the words of one command, as a shell would read them
    say '```' "\$ $1"
    (cd "$work/here" && eval "$1") 2>&1 | sed -e "s|$work/home|~/.gleaner|g" -e "s|$work/here|~/work|g" -e "s|$work|/opt|g"
    say '```' ''
}

agent() { # NAME FLAGS…
    name=$1
    shift
    set -- "$root/gleaner" agent "$(cat "$work/home/server/address")" --token-file "$work/home/server/join.token" \
        --dir "$work/$name" --slots 2 --page-port off "$@"
    if unshare -u hostname "$name" 2>/dev/null; then
        # shellcheck disable=SC2016
        set -- unshare -u sh -c 'hostname "$0"; exec "$@"' "$name" "$@"
    fi
    "$@" >"$work/$name.log" 2>&1 &
    pids="$pids $!"
}

# Also what runtimes they have, which agents find out in the background.
connected() { gleaner run --dry-run --needs python:3.0 true | grep -q '^4 of 4 machines'; }

gleaner version >/dev/null || exit 70
export GLEANER_BUILD=never
mkdir -p "$work/home" "$work/here" "$work/site"
"$root/gleaner" server --port 0 >"$work/server.log" 2>&1 &
pids=$!
until_true 60 grep -q 'listening on' "$work/server.log"
agent lab-01 --memory 8G --show "$work/site"
until_true 60 sh -c "'$root/gleaner' node list | grep -q connected"
agent lab-02 --memory 8G --show "$work/site" --tag gpu
agent lab-03 --memory 2G
agent lab-04 --memory 2G
until_true 90 connected

cat >"$work/site/solver.py" <<'PYTHON'
def solve(n):
    if n == 13:
        raise ValueError("no solution for parameter %d" % n)
    return n * n
PYTHON
cat >"$work/here/sim.py" <<PYTHON
import sys

sys.path.append("$work/site")
from solver import solve

print("solving", sys.argv[1])
open("out.csv", "w").write("%d\n" % solve(int(sys.argv[1])))
PYTHON

# shellcheck disable=SC2016
say '# What it looks like' '' \
    'Real output of the main commands, recorded by [screens.sh](screens.sh) on a server with four agents. On a terminal `run`,' \
    '`progress` and `status JOB` also draw a bar.' '' \
    '## The machines' ''
screen 'gleaner node list'
say '## Before it is sent' '' 'A solver is installed on two of the machines only, which nobody has noticed yet.' ''
screen "gleaner run --dry-run --array 1-2000 --memory 4G --needs python:3.8 --in sim.py --out out.csv python3 sim.py {}"
say '## Run it' ''
screen "gleaner run --array 1-40 --max-failures 1 --in sim.py --out out.csv --to res python3 sim.py {}"
say '## What went wrong' ''
screen 'gleaner status last'
screen 'gleaner why last'
screen 'gleaner logs last --failed --tail 2'
screen 'gleaner status 1 --tasks | head -n 8'
screen 'gleaner history --failed --limit 5'
say '## Why does it not run?' ''
screen 'gleaner submit --name large --memory 64G --needs python:3.8 --array 1-100 --in sim.py python3 sim.py {}'
screen 'gleaner why name:large'
screen 'gleaner status'
screen 'gleaner submit --name sums --after name:large true'
screen 'gleaner why name:sums'
screen 'gleaner cancel name:large'
say '## Many jobs' ''
# shellcheck disable=SC2034
(cd "$work/here" && for i in $(seq 40); do gleaner submit --name sweep --memory 64G --array 1-5 true >/dev/null 2>&1; done)
screen 'gleaner status 2>&1 | tail -n 4'
screen 'gleaner why'
screen 'gleaner cancel name:sweep'
screen 'gleaner delete name:sweep'
say '## While it runs' ''
(cd "$work/here" && gleaner submit --name talk --array 1-2 \
    --shell 'for i in 1 2 3; do echo "step $i of $GLEANER_ENTRY"; sleep 1; done' >/dev/null)
screen 'gleaner logs -f name:talk'
say '## One machine' ''
screen 'gleaner node drain lab-04'
screen 'gleaner node info lab-01'
say '## For the keeper' ''
screen 'gleaner df'
screen 'gleaner doctor'
