# Part of every script that installs the program.
fail() { # what happened, why, what to do next
    printf '%s: %s\n  %s\n  %s\n' "@NAME@" "$1" "$2" "$3" >&2
    exit 1
}

need_java() {
    java=java
    if [ -n "${JAVA_HOME:-}" ] && [ -x "$JAVA_HOME/bin/java" ]; then java=$JAVA_HOME/bin/java; fi
    command -v "$java" >/dev/null 2>&1 || fail "This machine can't run Gleaner." "Java is not installed." \
        "Install a JRE 17 or later (Debian, Ubuntu: apt install openjdk-17-jre-headless), then try again."
    major=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)
    [ "${major:-0}" -ge 17 ] || fail "This machine can't run Gleaner." "Its Java is version ${major:-?}." \
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

download() { # PATH FILE: the program whose hash the script knows
    fetch "$1" "$2" || fail "Could not download the program." \
        "Downloading $url$1 failed." "Try again; if it fails again, check that the server is running."
    [ "$(hash_of "$2")" = "$sha256" ] || fail "The program does not match its checksum." \
        "Its SHA-256 is not $sha256." "The server may just have been updated: fetch this script again."
}
