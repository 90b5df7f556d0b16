#!/bin/sh
# Called by Snakemake for each job, often: it only reads what the sidecar wrote.
board=${SNAKEMAKE_CLUSTER_SIDECAR_VARS:-}
if [ -n "$board" ] && [ -f "$board/state/$1" ]; then
    cat "$board/state/$1"
elif [ -n "$board" ] && kill -0 "$(cat "$board/pid" 2>/dev/null)" 2>/dev/null; then
    echo running
else # without a sidecar: one call, and the outputs are fetched by it
    exec @GLEANER@ snakemake status "$1"
fi
