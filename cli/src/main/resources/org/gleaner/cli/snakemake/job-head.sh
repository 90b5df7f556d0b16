# Snakemake asks for "python"; take the first one here that knows Snakemake.
python() {
    for candidate in "${GLEANER_PYTHON:-python3}" python3 /usr/bin/python3 python; do
        if command -v "$candidate" >/dev/null 2>&1 && command "$candidate" -c 'import snakemake' 2>/dev/null; then
            command "$candidate" "$@"
            return
        fi
    done
    echo "no python on this machine knows snakemake" >&2
    return 127
}
