#!/bin/sh
# Starts the agent of this directory, and starts it again when it has fetched a newer program.
#
#   current   the program that works        pending   a newer one, to be tried at the next start
#   trying    its trial has begun           failed    it ended, or hung, before it had reported in
#
# A newer program becomes the current one by its own hand, when the server has answered it. Until then any end of it,
# a loss of power included, leads back to the current one.

set -u

trial_seconds=${GLEANER_TRIAL_SECONDS:-180}
java='@JAVA@'
[ -x "$java" ] || java=java

home=$(CDPATH='' cd -P -- "$(dirname -- "$0")" && pwd) || exit 70
cd "$home" || exit 70
umask 077
# In the C locale the JVM would take every letter beyond ASCII in names and arguments for a question mark.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
    "" | C | POSIX) export LC_ALL=C.UTF-8 ;;
esac
child=
stopped=no
trap 'stopped=yes; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null' TERM INT HUP

while :; do
    trial=no
    jar=$(cat current) || exit 70
    if [ -f pending ] && [ -f trying ]; then
        mv -f pending failed
        rm -f trying
    elif [ -f pending ] && [ -f "$(cat pending)" ]; then
        : >trying
        sync trying 2>/dev/null || :
        trial=yes
        jar=$(cat pending)
    fi
    # The compiler that is good at hashing files, but only for what is that hot, and without notes for it, which slow down
    # everything else; and a JVM that does not wake up for itself.
    "$java" -XX:+UseSerialGC -XX:Tier4InvocationThreshold=100000 -XX:Tier4CompileThreshold=300000 \
        -XX:Tier4BackEdgeThreshold=800000 -XX:-UsePerfData -XX:+IgnoreUnrecognizedVMOptions \
        -XX:+UnlockDiagnosticVMOptions -XX:AsyncDeflationInterval=10000 -XX:GuaranteedSafepointInterval=60000 \
        -XX:Tier3InvocationThreshold=2000 -XX:Tier3MinInvocationThreshold=1000 -XX:Tier3CompileThreshold=20000 \
        -XX:-C1ProfileCalls -XX:-C1ProfileVirtualCalls -XX:-C1ProfileInlinedCalls -XX:-C1ProfileBranches \
        -XX:-C1ProfileCheckcasts \
        -Xms64m -Xmx512m -XX:+ExitOnOutOfMemoryError -Xss512k -Dgleaner.program="$home" \
        -jar "$jar" agent "$@" &
    child=$!
    watch=
    if [ $trial = yes ]; then
        # A program that hangs would never come to its end by itself.
        (
            trap - TERM INT HUP
            sleep "$trial_seconds"
            [ ! -f trying ] || kill -KILL "$child" 2>/dev/null
        ) &
        watch=$!
    fi
    status=0
    while kill -0 "$child" 2>/dev/null; do # a signal ends the waiting, not the agent
        wait "$child"
        status=$?
    done
    child=
    [ -z "$watch" ] || kill "$watch" 2>/dev/null
    [ $stopped = no ] || exit "$status"
    if [ $trial = yes ] && [ -f trying ]; then continue; fi
    [ "$status" -eq 75 ] || exit "$status"
done
