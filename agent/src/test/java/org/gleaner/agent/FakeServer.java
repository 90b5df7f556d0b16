package org.gleaner.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.disk.NodeIdentity;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.Feedback;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.PartialAnswer;
import org.gleaner.core.message.PartialCall;
import org.gleaner.core.message.Start;
import org.gleaner.core.message.SyncReport;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.Trouble;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.message.LogAnswer;
import org.gleaner.protocol.message.LogCall;
import org.gleaner.protocol.message.Welcome;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;

/** A server in memory that hands out what it is told to and remembers what it hears. Thread-safe. */
final class FakeServer implements ServerLink {
    static final String JOIN_TOKEN = "join";
    static final String NODE_TOKEN = "node-token";
    static final NodeId NODE = new NodeId(3);

    private final Map<BlobHash, byte[]> blobs = new HashMap<>();
    private final List<Start> waiting = new ArrayList<>();
    private final List<AttemptId> toStop = new ArrayList<>();
    private final Map<AttemptId, AttemptReport> accepted = new LinkedHashMap<>();
    private final List<Introduction> introductions = new ArrayList<>();
    private final List<String> copies = new ArrayList<>();
    private final List<String> joinKeys = new ArrayList<>();
    private int lostJoins;
    private final List<SyncReport> syncs = new ArrayList<>();
    private final Map<String, byte[]> shown = new TreeMap<>();
    private boolean away;
    private int incarnation;

    synchronized void give(AttemptId attempt, int lane, String line, List<InputFile> inputs, String... outputs) {
        JobSpec spec = new JobSpec(
                "job",
                "type",
                new CommandLine.ShellLine(line),
                new ArrayShape.Single(),
                inputs,
                List.of(outputs).stream()
                        .map(path -> new OutputFile(path, false))
                        .toList(),
                Requirements.ONE_CORE,
                JobLimits.DEFAULT);
        waiting.add(new Start(attempt, lane, spec, null, null));
        notifyAll();
    }

    /** One that shows every second what it wrote so far, and begins with files that an earlier one had shown. */
    synchronized void giveWithPartial(AttemptId attempt, String line, String output, InputFile... begun) {
        JobSpec spec = new JobSpec(
                        "job",
                        "type",
                        new CommandLine.ShellLine(line),
                        new ArrayShape.Single(),
                        List.of(),
                        List.of(new OutputFile(output, false)),
                        Requirements.ONE_CORE,
                        JobLimits.DEFAULT)
                .with(new Feedback(Duration.ofSeconds(1), null));
        List.of(begun).forEach(file -> shown.put(file.path(), blob(file.hash())));
        waiting.add(new Start(attempt, 0, spec, new Entry("", List.of(begun)), null, true, List.of(), null));
        notifyAll();
    }

    synchronized void stop(AttemptId attempt) {
        toStop.add(attempt);
        notifyAll();
    }

    synchronized InputFile put(String path, String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        blobs.put(Content.hash(bytes), bytes);
        return new InputFile(path, Content.hash(bytes), bytes.length, false);
    }

    synchronized void goAway(boolean gone) {
        away = gone;
        notifyAll();
    }

    /** From now on everybody has to introduce themselves again. */
    synchronized void restart() {
        incarnation++;
        notifyAll();
    }

    synchronized Map<AttemptId, AttemptReport> accepted() {
        return new TreeMap<>(accepted);
    }

    synchronized byte[] blob(BlobHash hash) {
        return blobs.getOrDefault(hash, new byte[0]);
    }

    /** Tokens of those who said that they are copies. */
    synchronized List<String> copies() {
        return List.copyOf(copies);
    }

    synchronized List<Introduction> introductions() {
        return List.copyOf(introductions);
    }

    synchronized List<SyncReport> syncs() {
        return List.copyOf(syncs);
    }

    @Override
    public synchronized Answer<Welcome> joinAsCopy(String token, Introduction introduction, String key) {
        copies.add(token);
        return join(JOIN_TOKEN, introduction, key);
    }

    @Override
    public synchronized Answer<Welcome> join(String token, Introduction introduction, String key) {
        joinKeys.add(key);
        Answer<Welcome> answer = introduce(token, introduction);
        if (lostJoins > 0) {
            lostJoins--;
            return unreachable();
        }
        return answer;
    }

    /** The answers to so many joins get lost. */
    synchronized void loseJoins(int count) {
        lostJoins = count;
    }

    /** What came with each join. */
    synchronized List<String> joinKeys() {
        return List.copyOf(joinKeys);
    }

    @Override
    public synchronized Answer<Welcome> introduce(String token, Introduction introduction) {
        if (away) {
            return unreachable();
        }
        boolean joins = token.equals(JOIN_TOKEN);
        if (!joins && !token.equals(NODE_TOKEN)) {
            return refused(ProblemKind.UNAUTHENTICATED);
        }
        introductions.add(introduction);
        Introduced answer = new Introduced(NODE, ++incarnation, Duration.ofSeconds(5), Duration.ofMillis(200), 1000);
        return new Answer.Success<>(new Welcome(answer, joins ? NODE_TOKEN : null));
    }

    @Override
    public synchronized Answer<Orders> sync(NodeIdentity as, SyncReport report) {
        if (away) {
            return unreachable();
        }
        if (report.incarnation() != incarnation) {
            return refused(ProblemKind.STALE_INCARNATION);
        }
        syncs.add(report);
        waitFor(report.patience());
        if (away) {
            return unreachable();
        }
        Orders orders = new Orders(waiting, toStop, List.of(), List.of());
        waiting.clear();
        toStop.clear();
        return new Answer.Success<>(orders);
    }

    /** What it was shown of an attempt, the newest of each name. */
    synchronized Map<String, byte[]> shown() {
        return new TreeMap<>(shown);
    }

    @Override
    public synchronized Answer<PartialAnswer> partial(NodeIdentity as, PartialCall call) {
        if (away) {
            return unreachable();
        }
        List<BlobHash> missing = call.files().stream()
                .filter(file -> file.inline() == null && !blobs.containsKey(file.hash()))
                .map(ResultFile::hash)
                .toList();
        if (!missing.isEmpty()) {
            return new Answer.Success<>(new PartialAnswer(false, missing));
        }
        shown.keySet().removeAll(call.gone());
        for (ResultFile file : call.files()) {
            String inline = file.inline();
            shown.put(
                    file.path(),
                    inline == null ? blob(file.hash()) : Base64.getDecoder().decode(inline));
        }
        return new Answer.Success<>(new PartialAnswer(true, List.of()));
    }

    @Override
    public synchronized Answer<LogAnswer> log(NodeIdentity as, AttemptId attempt, LogCall call) {
        return new Answer.Success<>(new LogAnswer(false, 0, 0));
    }

    @Override
    public synchronized Answer<CommitReply> commit(NodeIdentity as, CommitCall call) {
        if (away) {
            return unreachable();
        }
        List<CommitAnswer> answers = new ArrayList<>();
        for (AttemptReport report : call.reports()) {
            List<BlobHash> missing = report.blobs().stream()
                    .filter(hash -> !blobs.containsKey(hash))
                    .toList();
            if (missing.isEmpty()) {
                accepted.put(report.attempt(), report);
                answers.add(CommitAnswer.of(report.attempt(), CommitAnswer.Verdict.ACCEPTED));
            } else {
                answers.add(new CommitAnswer(report.attempt(), CommitAnswer.Verdict.MISSING_BLOBS, missing));
            }
        }
        return new Answer.Success<>(new CommitReply(answers, List.of()));
    }

    @Override
    public synchronized Answer<Long> upload(NodeIdentity as, BlobHash hash, Path file) throws IOException {
        if (away) {
            return unreachable();
        }
        blobs.put(hash, Files.readAllBytes(file));
        return new Answer.Success<>(Files.size(file));
    }

    @Override
    public synchronized Answer<Long> download(NodeIdentity as, BlobHash hash, long size, Path target)
            throws IOException {
        byte[] content = blobs.get(hash);
        if (away) {
            return unreachable();
        }
        if (content == null) {
            return refused(ProblemKind.UNKNOWN_BLOB);
        }
        Files.write(target, content);
        return new Answer.Success<>((long) content.length);
    }

    private void waitFor(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        int begun = incarnation;
        try {
            for (long left = patience.toNanos();
                    left > 0 && waiting.isEmpty() && toStop.isEmpty() && !away && incarnation == begun;
                    left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static <T> Answer<T> unreachable() {
        return new Answer.Unreachable<>(new Trouble("Can't reach the server.", "It is away.", "Wait."));
    }

    private static <T> Answer<T> refused(ProblemKind kind) {
        return new Answer.Refused<>(Problem.of(kind, kind.title(), ""));
    }
}
