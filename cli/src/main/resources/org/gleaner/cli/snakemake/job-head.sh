# Snakemake asks for "python"; take the first one here that knows Snakemake, in the version that sent the job.
python() {
    for candidate in ${SNAKEMAKE_PYTHON:-python3 /usr/bin/python3 python}; do
        if command -v "$candidate" >/dev/null 2>&1 && command "$candidate" -c 'import sys, snakemake
sys.exit(not (snakemake.__version__ + ".").startswith(sys.argv[1]))' "${snakemake_major:+$snakemake_major.}" 2>/dev/null; then
            command "$candidate" "$@"
            return
        fi
    done
    echo "gleaner: No Python on this machine has Snakemake ${snakemake_major:-}. Install it there, or name a Python" \
        "that has it: gleaner submit's flag --env SNAKEMAKE_PYTHON=/path/to/python." >&2
    return 127
}
