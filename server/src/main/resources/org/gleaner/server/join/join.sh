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

fail() { # what happened, why, what to do next
    printf 'join: %s\n  %s\n  %s\n' "$1" "$2" "$3" >&2
    exit 1
}

need_java() {
    java=java
    if [ -n "${JAVA_HOME:-}" ] && [ -x "$JAVA_HOME/bin/java" ]; then java=$JAVA_HOME/bin/java; fi
    command -v "$java" >/dev/null 2>&1 || fail "This machine can't run the agent." "Java is not installed." \
        "Install a JRE 17 or later (Debian, Ubuntu: apt install openjdk-17-jre-headless), then try again."
    major=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)
    [ "${major:-0}" -ge 17 ] || fail "This machine can't run the agent." "Its Java is version ${major:-?}." \
        "Install a JRE 17 or later, or set JAVA_HOME to one, then try again."
}

fetch() { # PATH FILE: only from the server that has the certificate of this very authority
    if command -v curl >/dev/null 2>&1; then
        if [ -n "$ca" ]; then set -- "$1" "$2" --cacert "$work/ca.pem"; fi
        path=$1 file=$2
        shift 2
        curl -fsS --retry 3 "$@" -o "$file" "$url$path"
    elif command -v wget >/dev/null 2>&1; then
        if [ -n "$ca" ]; then set -- "$1" "$2" "--ca-certificate=$work/ca.pem"; fi
        path=$1 file=$2
        shift 2
        wget -q --tries=3 "$@" -O "$file" "$url$path"
    else
        fail "Can't download the program." "Neither curl nor wget is installed." "Install one of them, then try again."
    fi
}

hash_of() {
    if command -v sha256sum >/dev/null 2>&1; then
        sha256sum "$1"
    elif command -v shasum >/dev/null 2>&1; then
        shasum -a 256 "$1"
    else
        openssl dgst -sha256 -r "$1"
    fi | cut -c 1-64
}

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
    fetch /gleaner.jar "$work/gleaner.jar" || fail "Could not download the program." \
        "Downloading $url/gleaner.jar failed." "Try again; if it fails again, check that the server is running."
    [ "$(hash_of "$work/gleaner.jar")" = "$sha256" ] || fail "The program does not match its checksum." \
        "Its SHA-256 is not $sha256." "The server may just have been updated: fetch this script again."

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
