# Reads Surefire and Failsafe reports: time per kind of test, each failure and each skip with its reason, and the
# closing line. `broken` is the number of phases that failed before their tests.

function attribute(line, name,    at) {
    if (!match(line, " " name "=\"[^\"]*\"")) return ""
    at = RSTART + length(name) + 3
    return plain(substr(line, at, RSTART + RLENGTH - 1 - at))
}

function plain(text) {
    gsub(/(&#10;| )+/, " ", text)
    sub(/^ /, "", text)
    gsub(/&quot;/, "\"", text)
    gsub(/&apos;/, "'", text)
    gsub(/&lt;/, "<", text)
    gsub(/&gt;/, ">", text)
    gsub(/&amp;/, "\\&", text)
    return text
}

function kind_of(class) {
    if (class ~ /IT$/) return "end-to-end"
    if (class ~ /Simulation$/) return "simulation"
    if (class ~ /ComponentTest$/) return "component"
    if (class ~ /^org\.gleaner\.checks\./) return "architecture"
    return "unit"
}

function finish() {
    if (verdict == "") return
    if (verdict == "passed") passed++
    else if (verdict == "failed") { failed++; failures = failures "  " test ": " reason "\n" }
    else { skipped++; skips = skips "  " test ": " reason "\n" }
    tests[kind]++
    seconds[kind] += time
    verdict = ""
}

# What a test printed may look like a report.
/<system-(out|err)>/ { printed = 1 }
printed { if (/<\/system-(out|err)>/) printed = 0; if (!/<\/testcase>/) next }

/^ *<testcase / {
    finish()
    class = attribute($0, "classname")
    kind = kind_of(class)
    test = class "." attribute($0, "name")
    time = attribute($0, "time")
    gsub(/,/, "", time)
    verdict = "passed"
    reason = ""
}
verdict != "" && /^ *<(failure|error)[ >]/ { verdict = "failed"; reason = substr(attribute($0, "message"), 1, 500) }
verdict != "" && /^ *<skipped[ \/>]/ {
    verdict = "skipped"
    reason = attribute($0, "message")
    if (reason == "" && sub(/.*(Assumption failed: |TestAbortedException: )/, "")) reason = $0
    if (reason == "") reason = "no reason given"
}

END {
    finish()
    split("unit component architecture simulation end-to-end", kinds, " ")
    for (i = 1; i <= 5; i++)
        if (tests[kinds[i]]) printf "  %-20s %5d tests %8.1f s\n", kinds[i], tests[kinds[i]], seconds[kinds[i]]
    if (failures != "") printf "failed:\n%s", failures
    if (skips != "") printf "skipped:\n%s", skips
    failed += broken
    if (passed + failed + skipped == 0) failed = 1
    printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
    exit failed > 0
}
