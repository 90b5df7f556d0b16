#!/bin/sh
# Takes the pictures of the page in docs/pictures/page anew: starts a server and five agents, gives them work of three
# people, and looks at every view with Debian's Chromium, light and dark.
set -eu
cd "$(CDPATH='' cd -P -- "$(dirname -- "$0")/.." && pwd)"
exec mvn -q -Dquick verify -Dtest=NONE -Dit.test=PagePictures -pl checks -am
