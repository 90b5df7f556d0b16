#!/bin/sh
# Called by Snakemake with the job's script; prints the job's id.
exec @GLEANER@ snakemake submit "$@"
