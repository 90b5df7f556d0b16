# Snakemake asks for "python"; take the first one here that knows Snakemake, in the version that sent the job.
python() {
    for candidate in ${SNAKEMAKE_PYTHON:-python3 /usr/bin/python3 python}; do
        if command -v "$candidate" >/dev/null 2>&1 && command "$candidate" -c 'import sys, snakemake
sys.exit(not (snakemake.__version__ + ".").startswith(sys.argv[1]))' "${snakemake_major:+$snakemake_major.}" 2>/dev/null; then
            command "$candidate" "$@"
            return
        fi
    done
    if [ -z "${SNAKEMAKE_PYTHON:-}" ]; then
        echo "gleaner: No Python on this machine has Snakemake ${snakemake_major:-}. Install it there, or name a Python" \
            "that has it: gleaner submit's flag --env SNAKEMAKE_PYTHON=/path/to/python." >&2
    elif command -v ${SNAKEMAKE_PYTHON} >/dev/null 2>&1; then
        echo "gleaner: $SNAKEMAKE_PYTHON, named by SNAKEMAKE_PYTHON, has no Snakemake ${snakemake_major:-} on this machine." \
            "Install it there, or name a Python that has it." >&2
    else
        echo "gleaner: $SNAKEMAKE_PYTHON, named by SNAKEMAKE_PYTHON, was not found where the task ran. In a sandbox tasks" \
            "see neither homes nor /tmp nor other disks of the machine: start its agent with --show DIR, where DIR has" \
            "that Python, and for a virtual environment once more for the Python from which it was made." >&2
    fi
    return 127
}
