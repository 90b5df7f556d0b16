package org.gleaner.client.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gleaner.client.call.GrowingJob;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.child.CallKey;
import org.gleaner.client.child.CallOutcome;
import org.gleaner.client.problem.SubmittedProblem;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.Unseen;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.JobDetail;
import org.jspecify.annotations.Nullable;

/**
 * A problem on a server, as a program waits for it. Thread-safe.
 *
 * @param <A> the answer
 */
final class ProblemOnServer<A> implements SubmittedProblem<A> {
    private static final long SHORTEST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;

    private final UserCalls calls;
    private final JobId job;
    private final WrittenCall written;

    /** @param written says which classes the answer may be made of */
    ProblemOnServer(UserCalls calls, JobId job, WrittenCall written) {
        this.calls = calls;
        this.job = job;
        this.written = written;
    }

    @Override
    public long id() {
        return job.value();
    }

    @Override
    public A answer() throws InterruptedException, ExecutionException {
        try {
            return answer(TimeLeft.unbounded());
        } catch (TimeoutException never) {
            throw new IllegalStateException(never);
        }
    }

    @Override
    public A answer(Duration patience) throws InterruptedException, ExecutionException, TimeoutException {
        return answer(TimeLeft.of(patience.toNanos(), TimeUnit.NANOSECONDS));
    }

    private A answer(TimeLeft wait) throws InterruptedException, ExecutionException, TimeoutException {
        long pause = SHORTEST_PAUSE_MILLIS;
        while (true) {
            try {
                JobDetail detail = calls.job(job).get();
                Hosting hosting = detail.spec().hosting();
                if (hosting == null) {
                    throw failed("Job " + job + " is not a problem.", null);
                }
                InputFile answer = hosting.answer();
                if (answer != null) {
                    return read(answer);
                }
                if (!hosting.stopped().isEmpty()) {
                    throw stopped(hosting.stopped());
                }
                if (!detail.spec().isGrowing()) {
                    throw failed("The problem was cancelled.", null);
                }
            } catch (CallFailed failed) {
                // A server that is away comes back, and the problem with it.
                if (!failed.isAway()) {
                    throw failed(
                            failed.trouble().what() + " " + failed.trouble().why(), failed);
                }
            } catch (IOException failed) {
                throw failed("The answer can't be kept here: " + failed, failed);
            }
            long left = TimeUnit.NANOSECONDS.toMillis(wait.nanos());
            if (left <= 0) {
                throw new TimeoutException("job " + job + " has no answer yet");
            }
            TimeUnit.MILLISECONDS.sleep(Math.min(left, pause));
            pause = Math.min(LONGEST_PAUSE_MILLIS, pause + pause / 2);
        }
    }

    private A read(InputFile answer) throws IOException, CallFailed, InterruptedException, ExecutionException {
        Path directory = Files.createTempDirectory("gleaner-answer");
        Path target = directory.resolve("answer");
        try {
            long unused = calls.download(answer.hash(), answer.size(), target).get();
            CallOutcome outcome = new CallOutcome(CallOutcome.Kind.VALUE, 0, Files.readAllBytes(target));
            PendingCall<A> read = new PendingCall<>(new CallKey(0, 0), written, () -> {}, (call, running) -> {});
            new OutcomeReaders().read(read, outcome, "the server", "the answer of job " + job);
            return read.get();
        } finally {
            Files.deleteIfExists(target);
            Files.deleteIfExists(directory);
        }
    }

    /** @param why what happened in one line, and perhaps where in its code in others: those are told once */
    private ExecutionException stopped(String why) {
        String what = why.lines().findFirst().orElse("");
        return new ExecutionException(
                "The problem (job " + job + ") was stopped: " + what, new GridException(why, null));
    }

    private ExecutionException failed(String why, @Nullable Throwable cause) {
        return new ExecutionException(new GridException(Unseen.shown(why + " (job " + job + ")"), cause));
    }

    @Override
    public void cancel() {
        try {
            boolean unused = new GrowingJob(job, calls).cancel().get();
        } catch (CallFailed failed) {
            throw new GridException(
                    failed.trouble().what() + " " + failed.trouble().why(), failed);
        }
    }
}
