#!/bin/sh
# Called by Snakemake for each job, often: it only reads what the watcher wrote.
trap '' INT # Ctrl-C is Snakemake's business
board=.snakemake/gleaner
if [ -f "$board/state/$1" ]; then
    cat "$board/state/$1"
elif [ -f "$board/wanted/$1" ] && kill -0 "$(cat "$board/pid" 2>/dev/null)" 2>/dev/null; then
    echo running
else # an earlier run submitted it, or nobody watches
    exec @GLEANER@ snakemake status "$1"
fi
