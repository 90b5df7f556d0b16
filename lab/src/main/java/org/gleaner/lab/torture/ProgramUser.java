package org.gleaner.lab.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Hosting;
import org.gleaner.lab.child.Child;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.fuzz.Dice;
import org.gleaner.lab.torture.ProgramStory.Kind;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.JobDetail;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.protocol.problem.ProblemKind;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who runs Java programs of one kind, one after the other. A program that is killed is followed by one that
 * comes back to what it left. Confined to one thread, but for what is done to the program that runs.
 */
final class ProgramUser implements AutoCloseable {
    private static final int LEAST = 3;
    private static final int MOST = 12;
    private static final int SEEDS = 1_000;
    private static final int MOST_STARTS = 50;
    private static final int MOST_LOOKS = 600;
    private static final int MOST_JOBS = 10;
    private static final long PAUSE_MILLIS = 100;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    private final String name;
    private final Kind kind;
    private final Dice dice;
    private final Ground ground;
    private final Launch launch;
    private final FindingLog watch;
    private final Path said;
    private final List<ProgramStory> stories = new ArrayList<>();
    private volatile boolean closing;

    // Guarded by this.
    private @Nullable Child current;
    private boolean killed;
    /** Where the problem was whose host was ended last: thrice at one place would be a reason to stop it. */
    private String lastEnded = "";

    /** Where it is, as it was last seen. */
    private String place = "";

    ProgramUser(String name, Kind kind, Dice dice, Ground ground, FindingLog watch) throws IOException {
        this.name = name;
        this.kind = kind;
        this.dice = dice;
        this.ground = ground;
        this.watch = watch;
        Path folder = Files.createDirectories(ground.folder().resolve("programs"));
        this.said = folder.resolve(name + ".out");
        this.launch = ground.program(folder);
    }

    /** Until it is told to close, or is interrupted. */
    void work() throws IOException, InterruptedException {
        for (int i = 0; !closing; i++) {
            ProgramStory story = begun(name + "-" + i);
            stories.add(story);
            tell(story);
        }
    }

    /** Problems are of checksums, or those of the examples. */
    private ProgramStory begun(String title) {
        Example[] examples = kind == Kind.PROBLEM && ground.hasExamples() ? Example.values() : new Example[0];
        int draw = dice.below(1 + examples.length);
        return draw < examples.length
                ? ProgramStory.of(title, examples[draw], dice.below(SEEDS))
                : new ProgramStory(title, kind, LEAST + dice.below(MOST - LEAST));
    }

    private void tell(ProgramStory story) throws IOException, InterruptedException {
        String from = ChecksumProgram.BEGIN;
        for (int starts = 0; from != null && starts < MOST_STARTS; starts++) {
            Child child = new Child(story.name(), launch, story.line(from), said);
            begin(child);
            try {
                boolean over = false;
                while (!over) {
                    over = child.awaitEnd(BETWEEN_LOOKS);
                    if (kind == Kind.PROBLEM) {
                        notePlace(child);
                    }
                }
            } finally {
                child.close();
            }
            boolean hurt = end();
            List<String> lines = child.said().lines().toList();
            story.hear(lines);
            if (lines.contains(ChecksumProgram.END)) {
                break;
            }
            if (!hurt) {
                watch.find("a program failed", child.name() + ": " + child.lastWords());
                return;
            }
            from = left(story);
        }
        if (from == null) {
            story.settleAsNothing();
        }
        seal(story);
    }

    private synchronized void begin(Child child) throws IOException {
        current = child;
        killed = false;
        child.start();
    }

    private synchronized boolean end() {
        current = null;
        return killed;
    }

    /** The job that a killed program left, which another one can come back to; null: there is none. */
    private @Nullable String left(ProgramStory story) throws IOException, InterruptedException {
        for (JobSummary job : jobs(story)) {
            if (kind == Kind.PROBLEM || job.tasks().total() > 0) {
                return job.id().toString();
            }
        }
        return null;
    }

    /** All jobs of this name, the newest first. The server may be away for a while. */
    private List<JobSummary> jobs(ProgramStory story) throws IOException, InterruptedException {
        UserCalls calls = ground.calls();
        for (int i = 0; i < MOST_LOOKS; i++) {
            Answer<JobPage> answer = calls.jobs("name:" + story.name(), MOST_JOBS);
            if (answer instanceof Answer.Success<JobPage> page) {
                return page.value().jobs();
            }
            if (answer.isRefused(ProblemKind.UNKNOWN_JOB)) {
                return List.of();
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        throw new IOException("the server does not list jobs");
    }

    /** Who was killed, or ended while the server was away, could not say that no more calls come. */
    private void seal(ProgramStory story) throws IOException, InterruptedException {
        if (kind == Kind.PROBLEM) {
            return;
        }
        for (JobSummary job : jobs(story)) {
            for (int i = 0; i < MOST_LOOKS && ground.calls().seal(job.id()).isAway(); i++) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        }
    }

    /** Kills the program that runs; false: none does. */
    synchronized boolean kill() throws InterruptedException {
        Child child = current;
        if (child == null || !child.isAlive()) {
            return false;
        }
        killed = true;
        child.kill();
        return true;
    }

    /** The program that runs, if one does. */
    synchronized @Nullable Child current() {
        return current;
    }

    /**
     * Ends the host of the problem that is being solved, unless that happened where the problem is: a host that ends
     * thrice without a checkpoint is a reason to stop. Asks nobody, as a server that stands still would hold up the
     * storm.
     */
    synchronized boolean killHost() {
        List<ProcessHandle> hosts = place.equals(lastEnded) ? List.of() : ground.problemHosts();
        if (hosts.isEmpty()) {
            return false;
        }
        lastEnded = place;
        return hosts.get(hosts.size() - 1).destroyForcibly();
    }

    private void notePlace(Child child) throws IOException {
        String job = ProgramStory.job(child.said().lines().toList());
        if (job != null
                && ground.calls().job(new JobId(Long.parseLong(job))) instanceof Answer.Success<JobDetail> detail) {
            Hosting hosting = detail.value().spec().hosting();
            synchronized (this) {
                place = hosting == null || !hosting.isOpen() ? lastEnded : job + " at " + hosting.checkpoint();
            }
        }
    }

    /** To be read when {@link #work} has ended. */
    List<ProgramStory> stories() {
        return stories;
    }

    /**
     * What a program sent before it was killed may have reached the server when nobody looked any more: a job that
     * nobody knows, and that would wait for calls for days. To be asked when {@link #work} has ended.
     */
    void sealLate() throws IOException, InterruptedException {
        for (ProgramStory story : stories) {
            seal(story);
        }
    }

    /** Those of its jobs that are not over; to be asked when {@link #work} has ended. */
    List<JobSummary> open() throws IOException, InterruptedException {
        List<JobSummary> open = new ArrayList<>();
        for (ProgramStory story : stories) {
            jobs(story).stream().filter(job -> !job.state().isFinal()).forEach(open::add);
        }
        return open;
    }

    /** No more new programs. */
    void finish() {
        closing = true;
    }

    /** Whatever runs, ends. */
    @Override
    public synchronized void close() {
        closing = true;
        if (current != null) {
            current.close();
        }
    }
}
