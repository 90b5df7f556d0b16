#!/bin/sh
# Installs the command `gleaner` for you alone, from the pool at @URL@:
# downloads the program from there, checks its hash, and puts a launcher into ~/.local/bin.
# Run it again to update. To remove it: rm -r ~/.local/share/gleaner ~/.local/bin/gleaner
#
# Everything is in functions that the last line calls: a script that was cut off in transit does nothing.

set -eu

url='@URL@'
address='@ADDRESS@'
version='@VERSION@'
sha256='@SHA256@'
ca='@CA@'

@SHARED@
launcher() {
    cat <<'END-OF-LAUNCHER'
@LAUNCHER@
END-OF-LAUNCHER
}

main() {
    umask 022
    need_java
    [ -n "${HOME:-}" ] || fail "Nothing was installed." "HOME is not set." "Set it to your home directory, then try again."
    place=${XDG_DATA_HOME:-$HOME/.local/share}/gleaner
    command=$HOME/.local/bin/gleaner
    if { [ -e "$command" ] || [ -h "$command" ]; } && [ "$(readlink "$command")" != "$place/gleaner" ]; then
        fail "Nothing was installed." "$command exists, and this script did not make it." "Move it away, then try again."
    fi
    mkdir -p "$place" "$HOME/.local/bin"
    work=$(mktemp -d "$place/new.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    trap 'exit 1' HUP INT TERM
    if [ -n "$ca" ]; then printf '%s\n' "$ca" >"$work/ca.pem"; fi

    echo "cli: downloading Gleaner $version from $url"
    download /gleaner-full.jar "$work/gleaner.jar"
    launcher >"$work/gleaner"
    chmod 755 "$work/gleaner"
    # A command that runs keeps the file it was started from.
    mv -f "$work/gleaner.jar" "$place/gleaner.jar"
    mv -f "$work/gleaner" "$place/gleaner"
    ln -sfn "$place/gleaner" "$command"

    echo "cli: installed $command"
    case :$PATH: in
        *:"$HOME/.local/bin":*) ;;
        *) echo "cli: $HOME/.local/bin is not on your PATH; add this line to ~/.profile:  PATH=\$HOME/.local/bin:\$PATH" ;;
    esac
    echo "cli: log in with the token that you were given:  gleaner login '$address'"
}

main "$@"
