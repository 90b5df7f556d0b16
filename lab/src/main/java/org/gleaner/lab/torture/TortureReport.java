package org.gleaner.lab.torture;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.lab.fuzz.Progress;
import org.gleaner.protocol.json.Members;
import org.gleaner.terminal.console.Printer;

/** What was done and what was found. Findings are told at once, on standard error. Thread-safe. */
final class TortureReport {
    private static final int MOST_TOLD = 5;
    private static final int LONGEST = 3000;

    private final Progress progress;
    private final long seed;
    private final String again;
    private final Map<String, List<String>> findings = new LinkedHashMap<>();
    private Map<String, Integer> faults = new LinkedHashMap<>();
    private Map<String, String> impossible = new TreeMap<>();
    private boolean hushed;
    private int explainedEnds;
    private int jobs;
    private int tasks;
    private int programs;
    private int examples;
    private int attacks;

    /** @param again what to type to draw the same again */
    TortureReport(Progress progress, long seed, String again) {
        this.progress = progress;
        this.seed = seed;
        this.again = again;
    }

    /** From now on nothing is said: what ends now ends because it is told to. */
    synchronized void hush() {
        hushed = true;
    }

    synchronized void find(String kind, String what) {
        if (hushed) {
            return;
        }
        List<String> same = findings.computeIfAbsent(kind, first -> new ArrayList<>());
        same.add(Printer.atMost(LONGEST, what));
        if (same.size() <= MOST_TOLD) {
            say("found at " + progress.seconds() + " s: " + kind + ": " + Printer.printable(same.get(same.size() - 1)));
        }
    }

    void say(String line) {
        progress.say(line);
    }

    synchronized void progress(String phase, Duration since, Map<String, Integer> made, int tasksDone) {
        progress.show(() -> phase + " for " + since.toSeconds() + " s: " + sum(made) + " faults, " + tasksDone
                + " tasks done, " + findings.size() + " findings");
    }

    private static int sum(Map<String, Integer> made) {
        return made.values().stream().mapToInt(Integer::intValue).sum();
    }

    synchronized void count(Map<String, Integer> made, Map<String, String> notPossible, int ends) {
        faults = new LinkedHashMap<>(made);
        impossible = new TreeMap<>(notPossible);
        explainedEnds = ends;
        progress.end();
    }

    synchronized void checked(Evidence history) {
        jobs = history.told().size();
        tasks = history.told().stream().mapToInt(Evidence.Told::tasks).sum();
        attacks = history.attacks().size();
    }

    /**
     * @param all of which the answers were compared
     * @param some of them, which ran an example
     */
    synchronized void programs(int all, int some) {
        programs = all;
        examples = some;
    }

    synchronized boolean isGood() {
        return findings.isEmpty();
    }

    synchronized void print(PrintStream out) {
        out.println("seed " + seed + ", " + progress.seconds() + " s; again: " + again);
        out.println(jobs + " jobs with " + tasks + " tasks were submitted and checked, and " + programs
                + " Java programs, " + examples + " of them examples");
        out.println("during " + attacks + " attacks of a user it was checked that another user is answered");
        out.println(sum(faults) + " faults:");
        faults.forEach((name, count) -> out.println(String.format(Locale.ROOT, "  %5d  %s", count, name)));
        impossible.forEach((name, why) -> out.println("  not done: " + name + ": " + Printer.printable(why)));
        if (explainedEnds > 0) {
            out.println("exited while its disk or database was unavailable, and was restarted: " + explainedEnds);
        }
        findings.forEach((kind, all) -> {
            out.println("found " + all.size() + " x: " + Printer.printable(kind));
            all.stream().limit(MOST_TOLD).forEach(one -> out.println("  " + Printer.printable(one)));
        });
        out.println(findings.isEmpty() ? "nothing found" : "found: " + findings.size());
    }

    static void writeJson(JsonGenerator out, TortureReport report) throws IOException {
        synchronized (report) {
            out.writeStartObject();
            out.writeNumberField("version", 1);
            out.writeNumberField("seed", report.seed);
            out.writeNumberField("seconds", report.progress.seconds());
            out.writeNumberField("jobs", report.jobs);
            out.writeNumberField("tasks", report.tasks);
            out.writeNumberField("programs", report.programs);
            out.writeNumberField("examples", report.examples);
            out.writeNumberField("attacks", report.attacks);
            out.writeBooleanField("good", report.findings.isEmpty());
            out.writeObjectFieldStart("faults");
            for (Map.Entry<String, Integer> fault : report.faults.entrySet()) {
                out.writeNumberField(fault.getKey(), fault.getValue());
            }
            out.writeEndObject();
            out.writeObjectFieldStart("notDone");
            for (Map.Entry<String, String> kind : report.impossible.entrySet()) {
                out.writeStringField(kind.getKey(), kind.getValue());
            }
            out.writeEndObject();
            Members.objects(out, "findings", report.findings.entrySet(), (json, finding) -> {
                json.writeStringField("kind", finding.getKey());
                json.writeNumberField("times", finding.getValue().size());
                json.writeStringField("first", finding.getValue().get(0));
            });
            out.writeEndObject();
        }
    }
}
