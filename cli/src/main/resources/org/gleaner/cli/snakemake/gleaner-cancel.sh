#!/bin/sh
# Called by Snakemake with the ids of jobs to stop.
exec @GLEANER@ cancel "$@"
