package org.gleaner.cli.snakemake;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;

/**
 * Does for a plug-in of Snakemake all that concerns the pool, as long as its standard input is open. Lines go in:
 * {@code submit SCRIPT}, {@code resume JOB SCRIPT}, {@code cancel}; answers and verdicts come out, each a JSON object
 * on a line. The caller's thread reads, one looks after the jobs, and a few submit and fetch.
 */
final class Servant implements Watcher.Board {
    private static final int HANDS = 4;
    private static final String SHOWN_LINES = "40";
    private static final long LONGEST_SUBMIT_SECONDS = 50;

    private final SnakemakeJobs jobs;
    /** What comes after the end is dropped. */
    private final ExecutorService hands = new ThreadPoolExecutor(
            HANDS, HANDS, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new ThreadPoolExecutor.DiscardPolicy());

    private final Set<JobId> open = new ConcurrentSkipListSet<>();
    private volatile boolean cancelled;

    Servant(SnakemakeJobs jobs) {
        this.jobs = jobs;
    }

    void serve() throws IOException, InterruptedException {
        Thread watch = new Thread(this::watch, "watch");
        watch.setDaemon(true);
        watch.start();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(jobs.here().streams().in(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ", 2);
            switch (words[0]) {
                case "submit" -> hands.execute(() -> submit(words[1]));
                case "resume" -> {
                    String[] both = words[1].split(" ", 2);
                    hands.execute(() -> resume(new JobId(Long.parseLong(both[0])), both[1]));
                }
                case "cancel" -> cancel();
                default -> throw new IOException("unknown line: " + line);
            }
        }
        hands.shutdownNow();
    }

    private void watch() {
        try {
            new Watcher(this, jobs::fetch, hands)
                    .watch(jobs.calls(), () -> !cancelled, jobs.here().err());
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void submit(String script) {
        if (cancelled) {
            return;
        }
        Map<String, String> answer = new TreeMap<>(Map.of("script", script));
        try {
            SnakemakeJobs.Said said = jobs.submit(script);
            if (said.exit() == Exit.OK) {
                open.add(new JobId(Long.parseLong(said.out())));
                answer.put("job", said.out());
            } else {
                answer.put("error", said.err());
            }
        } catch (CliFailure refused) {
            answer.put("error", "gleaner: " + refused.what() + "\n  " + refused.why() + "\n  " + refused.next());
        } catch (IOException failed) {
            answer.put("error", "gleaner: " + failed.getMessage());
        }
        say(answer);
    }

    /** Waits for the job that an earlier run of Snakemake left, unless nothing will come of it. */
    private void resume(JobId job, String script) {
        boolean hopeful;
        try {
            List<JobSummary> known =
                    jobs.calls().query(new JobQuery(List.of(job))).get().jobs();
            hopeful =
                    !known.isEmpty() && !Watcher.hasFailed(known.get(0).tasks().jobState());
        } catch (CallFailed away) {
            hopeful = false; // The submission will say why.
        }
        if (hopeful) {
            open.add(job);
            say(Map.of("script", script, "job", job.toString()));
        } else {
            submit(script);
        }
    }

    /** All that is open, when what is just being submitted has a number. */
    private void cancel() throws InterruptedException {
        cancelled = true;
        hands.shutdown();
        boolean unused = hands.awaitTermination(LONGEST_SUBMIT_SECONDS, TimeUnit.SECONDS);
        jobs.here().err().print(jobs.cancel(open));
        say(Map.of("cancelled", ""));
    }

    private void say(Map<String, String> facts) {
        synchronized (jobs) {
            Printer.json(jobs.here().out(), facts, (json, all) -> {
                json.writeStartObject();
                for (Map.Entry<String, String> fact : all.entrySet()) {
                    json.writeStringField(fact.getKey(), fact.getValue());
                }
                json.writeEndObject();
            });
            jobs.here().out().flush();
        }
    }

    @Override
    public List<JobId> open() {
        return List.copyOf(open);
    }

    @Override
    public void verdict(JobId job, boolean success) {
        if (open.remove(job)) {
            String last = success ? "" : lastLines(job);
            say(Map.of("job", job.toString(), "state", success ? "success" : "failed", "printed", last));
        }
    }

    private String lastLines(JobId job) {
        SnakemakeJobs.Said said = jobs.run(List.of("logs", job.toString(), "--tail", SHOWN_LINES));
        return said.out() + said.err().strip();
    }
}
