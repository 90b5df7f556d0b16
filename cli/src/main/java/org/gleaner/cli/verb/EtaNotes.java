package org.gleaner.cli.verb;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Counted;
import org.gleaner.protocol.message.JobForecast;
import org.gleaner.protocol.message.JobForecast.Reason;
import org.gleaner.protocol.wording.ForecastWords;
import org.gleaner.terminal.console.Printer;

/** Why nothing can be said of jobs: the same of many is said once, in the server's words, which fit one and many. */
record EtaNotes(EtaText text) {
    /** So many notes are printed, and so many jobs are named in front of one. */
    private static final int FEW = 10;

    List<String> lines(List<JobForecast> jobs) {
        Map<String, List<JobId>> notes = new LinkedHashMap<>();
        List<JobForecast> sorted = new ArrayList<>(jobs);
        // That jobs wait for each other is what their owner wants: there are many of these, and others say more.
        sorted.sort(Comparator.comparing(job -> job.reason() == Reason.AFTER));
        for (JobForecast job : sorted) {
            if (!job.note().isEmpty() && job.reason() != Reason.CLOSED) {
                notes.computeIfAbsent(note(job), note -> new ArrayList<>()).add(job.id());
            }
        }
        List<String> lines = new ArrayList<>();
        int left = 0;
        for (Map.Entry<String, List<JobId>> one : notes.entrySet()) {
            if (lines.size() < FEW) {
                lines.add(Printer.printable(names(one.getValue()) + ": " + one.getKey()));
            } else {
                left += one.getValue().size();
            }
        }
        if (left > 0) {
            lines.add(Counted.of(left, "more job") + (left == 1 ? " has a note" : " have notes")
                    + "; 'gleaner eta JOB' shows one.");
        }
        return lines;
    }

    /** The server does not know in which zone the clock on this wall is. */
    private String note(JobForecast job) {
        String wait = ForecastWords.notBefore(job.notBefore(), text::past);
        return wait.isEmpty() ? job.note() : wait;
    }

    private static String names(List<JobId> jobs) {
        if (jobs.size() == 1) {
            return "Job " + jobs.get(0);
        }
        List<String> named = jobs.stream()
                .limit(jobs.size() <= FEW ? FEW : FEW - 1)
                .map(JobId::toString)
                .toList();
        int more = jobs.size() - named.size();
        return more > 0
                ? "Jobs " + String.join(", ", named) + " and " + more + " more"
                : "Jobs " + String.join(", ", named.subList(0, named.size() - 1)) + " and "
                        + named.get(named.size() - 1);
    }
}
