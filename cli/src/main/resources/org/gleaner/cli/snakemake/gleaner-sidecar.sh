#!/bin/sh
# Called once by Snakemake; watches all jobs with one call for all of them and brings their outputs back.
exec @GLEANER@ snakemake watch
