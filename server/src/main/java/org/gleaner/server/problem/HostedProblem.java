package org.gleaner.server.problem;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.desk.JobFacts;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.store.History;
import org.gleaner.core.store.History.AttemptRow;
import org.gleaner.protocol.wording.RejectionWords;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One problem while somebody looks after it, round by round. A round ends with a checkpoint, or changes nothing:
 * whatever goes wrong, the next one begins with what the store says. Confined to one thread.
 */
final class HostedProblem implements AutoCloseable {
    /** What a round came to. */
    enum Turnout {
        /** Something happened, so more may be to do. */
        BUSY,
        /** Nothing to do until somebody says that something has changed. */
        IDLE,
        /** Nothing to do ever again. */
        OVER
    }

    /** What all problems share. */
    record Surroundings(
            HostProgram program, Asking loop, History history, ProblemShelf shelf, Path directory, UnitRoom room) {}

    /** Asks the loop and waits; empty if nobody answered. */
    interface Asking {
        Optional<Reply> ask(Command command) throws InterruptedException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(HostedProblem.class);
    private static final int MOST_RESULTS = 256;
    private static final int MOST_UNITS = 256;
    private static final int LEAST_AHEAD = 16;
    private static final int MOST_ATTEMPTS = 10_000;
    private static final long LARGEST_RESULT = (256L << 20) + (1 << 10);
    private static final String UNIT = "calls";
    private static final String OUTCOME = "outcomes";

    private final Surroundings around;
    private final JobId job;
    private final Path directory;
    private volatile @Nullable HostProcess host;
    private volatile boolean abandoned;
    /** What the host is at, if there is one. */
    private int checkpoint = -1;

    private BitSet merged = new BitSet();
    /** Whether the host had no more units when it was last asked, and nothing was merged since. */
    private boolean dry;

    private long savingNanos;

    HostedProblem(Surroundings around, JobId job) {
        this.around = around;
        this.job = job;
        this.directory = around.directory().resolve(job.toString());
    }

    /** How long the last state took to be saved. */
    long savingNanos() {
        return savingNanos;
    }

    Turnout round() throws StoreException, IOException, HostFailed, InterruptedException {
        StoredJob stored = around.history().outline(job).orElse(null);
        Hosting hosting = stored == null ? null : stored.spec().hosting();
        if (stored == null || hosting == null || !stored.spec().isGrowing()) {
            return Turnout.OVER;
        }
        Caller owner = new Caller(stored.owner(), false);
        Map<TaskState, BitSet> states = new EnumMap<>(TaskState.class);
        states.putAll(JobFacts.states(stored));
        if (!hosting.isOpen()) {
            end(owner, states);
            return Turnout.OVER;
        }
        int blocked = states.getOrDefault(TaskState.BLOCKED, new BitSet()).nextSetBit(0);
        if (blocked > 0) {
            throw blocked(blocked);
        }
        boolean same = host != null && checkpoint == hosting.checkpoint();
        if (same && fresh(states).isEmpty() && (dry || wanted(states, 0) == 0)) {
            if (dry && isNothingUnderWay(states)) {
                throw waitsForNothing();
            }
            return Turnout.IDLE;
        }
        try (ProblemBlobs blobs = around.shelf().begin(directory.resolve("saved"))) {
            HostProcess open = opened(stored, hosting, blobs);
            return round(new Round(stored, hosting, owner, states, blobs), open);
        }
    }

    private HostFailed blocked(int task) throws StoreException {
        String last = around.history().attempts(job, Ordinals.one(task), MOST_ATTEMPTS).stream()
                .map(AttemptRow::report)
                .filter(Objects::nonNull)
                .max(Comparator.comparing(AttemptReport::attempt))
                .map(HostedProblem::told)
                .orElse("");
        return new HostFailed(
                "Unit " + job + "." + task + " can't be computed: its attempts are used up, or somebody blocked it."
                        + last,
                true);
    }

    private static String told(AttemptReport end) {
        return " Its last attempt ended: " + end.outcome().word()
                + (end.detail().isEmpty() ? "" : ", " + end.detail()) + "."
                + (end.tail().isBlank() ? "" : "\n" + end.tail().strip());
    }

    /** What a round begins with. */
    private record Round(
            StoredJob job, Hosting hosting, Caller owner, Map<TaskState, BitSet> states, ProblemBlobs blobs) {}

    private Turnout round(Round now, HostProcess open)
            throws StoreException, IOException, HostFailed, InterruptedException {
        List<Integer> fresh = fresh(now.states());
        for (int task : fresh) {
            merge(task, open, now.blobs());
        }
        open.merged();
        dry &= fresh.isEmpty();
        int wanted = dry ? 0 : wanted(now.states(), fresh.size());
        List<Entry> units = new ArrayList<>();
        boolean finished = open.more(
                wanted, unit -> units.add(new Entry("", List.of(now.blobs().put(UNIT, unit)))));
        dry = wanted > 0 ? units.size() < wanted : dry;
        if (!finished && units.isEmpty() && fresh.isEmpty()) {
            if (wanted > 0 && isNothingUnderWay(now.states())) {
                throw waitsForNothing();
            }
            return Turnout.IDLE;
        }
        return save(now, open, fresh, finished ? List.of() : units, finished) ? Turnout.BUSY : Turnout.OVER;
    }

    private static HostFailed waitsForNothing() {
        return new HostFailed(
                "It returned no unit although none is being computed, and did not say that it is finished.", true);
    }

    private static boolean isNothingUnderWay(Map<TaskState, BitSet> states) {
        return Stream.of(TaskState.READY, TaskState.RUNNING, TaskState.WAITING, TaskState.PAUSED)
                .allMatch(state -> states.getOrDefault(state, new BitSet()).isEmpty());
    }

    /** Tasks that are done and not merged, the first ones. */
    private List<Integer> fresh(Map<TaskState, BitSet> states) {
        BitSet done = (BitSet) states.getOrDefault(TaskState.DONE, new BitSet()).clone();
        done.andNot(merged);
        return done.stream().limit(MOST_RESULTS).boxed().toList();
    }

    /**
     * How many units would be welcome. Twice as many shall wait as run, and as were done since the last round, so that
     * nobody waits for us; not more, as later ones may be better.
     */
    private static int wanted(Map<TaskState, BitSet> states, int done) {
        int waiting = count(states, TaskState.READY) + count(states, TaskState.WAITING);
        int ahead = Math.max(LEAST_AHEAD, 2 * Math.max(count(states, TaskState.RUNNING), done)) - waiting;
        return count(states, TaskState.PAUSED) > 0 ? 0 : Math.max(0, Math.min(MOST_UNITS, ahead));
    }

    private static int count(Map<TaskState, BitSet> states, TaskState state) {
        return states.getOrDefault(state, new BitSet()).cardinality();
    }

    private HostProcess opened(StoredJob stored, Hosting hosting, ProblemBlobs blobs)
            throws IOException, HostFailed, StoreException {
        HostProcess current = host;
        if (current != null && checkpoint == hosting.checkpoint()) {
            return current;
        }
        leave();
        Path files = files();
        Path temporary = directory.resolve("tmp");
        Files.createDirectories(temporary);
        List<InputFile> inputs = around.history()
                .files(job)
                .map(all -> all.inputs())
                .orElse(stored.spec().inputs());
        blobs.lay(inputs, files);
        HostProgram program = around.program();
        Optional<String> missing = program.missing(files);
        if (missing.isPresent()) {
            throw new HostFailed(missing.get(), true);
        }
        HostProcess fresh = HostProcess.start(program.words(files, temporary), directory, program.patience());
        host = fresh;
        if (abandoned) {
            throw new HostFailed("Nobody wants it any more.", false);
        }
        HostProcess.Content state = blobs.open(hosting.state());
        try (DataInputStream in = new DataInputStream(state.bytes())) {
            merged = Merged.read(in, stored.spec().tasks());
            fresh.open(new HostProcess.Content(in, state.size() - Merged.size(merged)));
        }
        checkpoint = hosting.checkpoint();
        dry = false;
        return fresh;
    }

    private void merge(int task, HostProcess open, ProblemBlobs blobs) throws StoreException, IOException, HostFailed {
        Entry entry = around.history().entry(job, task).orElseThrow(() -> new Hindrance("unit " + task + " is gone"));
        List<AttemptRow> attempts = around.history().attempts(job, Ordinals.one(task), MOST_ATTEMPTS);
        AttemptRow attempt = AttemptRow.accepted(attempts)
                .orElseThrow(() -> new Hindrance("the result of unit " + task + " is gone"));
        AttemptReport report = Objects.requireNonNull(attempt.report(), "a success has a report");
        ResultFile outcome = report.files().stream()
                .filter(file -> file.path().equals(OUTCOME))
                .findFirst()
                .orElseThrow(() -> new HostFailed("The result of unit " + job + "." + task + " is missing.", true));
        if (outcome.size() > LARGEST_RESULT) {
            throw new HostFailed(
                    "The result of unit " + job + "." + task + " has " + outcome.size() + " bytes; at most "
                            + LARGEST_RESULT + " can be merged.",
                    true);
        }
        try (HostProcess.Content unit = blobs.open(entry.files().get(0));
                HostProcess.Content result = blobs.open(outcome)) {
            open.merge(unit, result, attempt.node(), report.usage().run());
        }
    }

    /** False if somebody else has changed the problem, so that it must be looked at anew. */
    private boolean save(Round now, HostProcess open, List<Integer> fresh, List<Entry> units, boolean finished)
            throws StoreException, IOException, HostFailed, InterruptedException {
        long begun = System.nanoTime();
        BitSet all = (BitSet) merged.clone();
        fresh.forEach(all::set);
        InputFile state = now.blobs().put("state", out -> {
            Merged.write(ProblemBlobs.data(out), all);
            open.save(out);
        });
        // Of all that a checkpoint costs only this grows with what the problem knows.
        savingNanos = System.nanoTime() - begun;
        InputFile answer = finished ? now.blobs().put("answer", open::answer) : null;
        now.blobs().settle();
        Hosting next = now.hosting().next(state, all.cardinality(), answer);
        List<InputFile> files = new ArrayList<>();
        units.forEach(unit -> files.addAll(unit.files()));
        Optional.ofNullable(answer).ifPresent(files::add);
        Owner owner = now.job().owner();
        QuotaUse demand = around.room().demand(owner, now.hosting(), next, files);
        now.blobs().areNamed(true);
        Optional<Reply> reply =
                around.loop().ask(new Command.SaveHost(now.owner(), job, next, units, List.of(), demand));
        now.blobs().areNamed(!(reply.orElse(null) instanceof Reply.Refused));
        if (reply.orElse(null) instanceof Reply.Acknowledged) {
            merged = all;
            checkpoint = next.checkpoint();
            around.room().taken(owner, demand);
            around.shelf().saved(job, state.hash(), now.blobs().written(state));
            if (LOG.isDebugEnabled()) {
                LOG.debug("problem {} is at checkpoint {} with {} new units", job, checkpoint, units.size());
            }
            return true;
        }
        // It may be durable or not: what the store says next counts, and the host is not trusted to be there.
        leave();
        if (reply.orElse(null) instanceof Reply.Refused refused
                && refused.why() instanceof Rejection.InvalidSpec invalid) {
            throw new HostFailed(
                    "The server does not accept its units. "
                            + RejectionWords.problem(invalid).detail(),
                    true);
        }
        throw new Hindrance("the checkpoint was not accepted: "
                + (reply.orElse(null) instanceof Reply.Refused refused
                        ? RejectionWords.problem(refused.why()).detail()
                        : "no answer"));
    }

    /** Gives it up, for a reason that its owner is told. Returns whether that is noted. */
    boolean stop(String why) throws StoreException, InterruptedException {
        StoredJob stored = around.history().outline(job).orElse(null);
        Hosting hosting = stored == null ? null : stored.spec().hosting();
        if (stored == null || hosting == null || !stored.spec().isGrowing()) {
            return true;
        }
        Caller owner = new Caller(stored.owner(), false);
        if (hosting.isOpen()) {
            Optional<Reply> unused =
                    around.loop().ask(new Command.SaveHost(owner, job, hosting.stop(why), List.of(), List.of()));
        }
        StoredJob after = around.history().outline(job).orElse(stored);
        Hosting noted = after.spec().hosting();
        if (noted == null || noted.isOpen()) {
            return false;
        }
        end(owner, JobFacts.states(after));
        return true;
    }

    JobId job() {
        return job;
    }

    /** Ends its host, whatever that does at this moment; from any thread. */
    void abandon() {
        abandoned = true;
        HostProcess current = host;
        if (current != null) {
            current.kill();
        }
    }

    boolean isAbandoned() {
        return abandoned;
    }

    /** Seals it, and cancels what is left. */
    private void end(Caller owner, Map<TaskState, BitSet> states) throws InterruptedException {
        boolean left = states.entrySet().stream()
                .anyMatch(one -> !one.getKey().isFinal() && !one.getValue().isEmpty());
        Command command = left
                ? new Command.ChangeJobs(owner, Verb.CANCEL, new Selector.OneJob(job), List.of(), null)
                : new Command.Seal(owner, job);
        Optional<Reply> unused = around.loop().ask(command);
    }

    private Path files() {
        return directory.resolve("files");
    }

    private void leave() throws IOException {
        HostProcess current = host;
        if (current != null) {
            current.close();
            host = null;
        }
        checkpoint = -1;
        around.program().ended(files());
        if (Files.isDirectory(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
            }
        }
    }

    @Override
    public void close() {
        try {
            leave();
        } catch (IOException kept) {
            LOG.warn("what is left of the host of problem {} can't be removed: {}", job, kept.toString());
        }
    }
}
