#!/bin/sh
# Takes the pictures of the page in docs/pictures/page anew: starts a server and six agents, gives them the work of two
# people for ten minutes, ends one machine in between, and looks at every view with Debian's Chromium.
set -eu
cd "$(CDPATH='' cd -P -- "$(dirname -- "$0")/.." && pwd)"
exec mvn -q -Dquick verify -Dtest=NONE -Dit.test=PagePictures -pl checks -am -Dsurefire.failIfNoSpecifiedTests=false "$@"
