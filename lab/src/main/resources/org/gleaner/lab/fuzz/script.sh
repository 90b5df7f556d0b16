#!/bin/sh
#GLEANER --array 1-9 --memory 500M
#GLEANER --in 'a.txt' --name "a b"  # why
#GLEANER --time 90m --needs python:3 --env K=V
echo "$GLEANER_ENTRY"
