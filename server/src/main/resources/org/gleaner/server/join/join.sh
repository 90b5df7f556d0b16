#!/bin/sh
# Lets this machine work for the Gleaner pool at @URL@:
# downloads the program from there, checks its hash, and installs the agent as a service.
#
#   ... | sh                             asks for the join token
#   ... | sh -s -- --token-file F        reads it from a file
#   ... | sh -s -- --slots 2             any flag of 'gleaner agent install'
#
# Everything is in functions that the last line calls: a script that was cut off in transit does nothing.

set -eu

url='@URL@'
address='@ADDRESS@'
version='@VERSION@'
sha256='@SHA256@'
ca='@CA@'

@SHARED@
ask_for_token() { # into FILE; standard input is this script, so the person is asked at the terminal
    if ! (: </dev/tty) 2>/dev/null; then
        fail "There is no join token." "This is not a terminal, so the script can't ask for it." \
            "Put the token into a file that only you can read, and add: -s -- --token-file FILE"
    fi
    printf 'Join token (it is not shown): ' >/dev/tty
    saved=$(stty -g </dev/tty)
    stty -echo </dev/tty
    IFS= read -r token </dev/tty || token=
    stty "$saved" </dev/tty
    printf '\n' >/dev/tty
    [ -n "$token" ] || fail "There is no join token." "You entered nothing." \
        "The server keeps it in its data directory: join.token."
    printf '%s\n' "$token" >"$1"
}

main() {
    umask 077
    need_java
    work=$(mktemp -d "${TMPDIR:-/tmp}/gleaner-join.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    trap 'exit 1' HUP INT TERM
    if [ -n "$ca" ]; then printf '%s\n' "$ca" >"$work/ca.pem"; fi

    echo "join: downloading Gleaner $version from $url"
    download /gleaner.jar "$work/gleaner.jar"

    given=no
    for word in "$@"; do
        case $word in
            --token-file | --token-file=*) given=yes ;;
        esac
    done
    if [ $given = no ]; then
        ask_for_token "$work/join.token"
        set -- --token-file "$work/join.token" "$@"
    fi
    "$java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar "$work/gleaner.jar" agent install "$address" "$@"
}

main "$@"
