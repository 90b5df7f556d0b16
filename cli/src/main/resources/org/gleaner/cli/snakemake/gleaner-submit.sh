#!/bin/sh
# Called by Snakemake with the job's script; prints the job's id. At Ctrl-C Snakemake kills this script: what is being
# submitted then goes on without it, sees that, and cancels its job, which nobody would know.
trap '' INT
@GLEANER@ snakemake submit "$@" &
wait $!
