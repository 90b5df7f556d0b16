#!/bin/sh
# Shares 1000 apples among the people at table N and writes how many each gets to share.txt.
# Usage: sh share.sh N
set -eu
people=$(($1 % 4))
echo "table $1: $((1000 / people)) apples each" >share.txt
