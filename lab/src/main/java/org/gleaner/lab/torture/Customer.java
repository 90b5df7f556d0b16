package org.gleaner.lab.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;
import org.gleaner.lab.fuzz.Dice;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.ChangeReport;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.message.JobDetail;
import org.gleaner.protocol.message.SweepRequest;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;

/**
 * Somebody who hands in jobs all the time, cancels some, deletes most of those that are done after having fetched their
 * results, and writes down what it was told. Confined to one thread, but for its counters.
 */
final class Customer {
    private static final int MOST_OPEN = 3;
    private static final int MOST_KEPT = 25;
    private static final int MOST_TRIES = 200;
    private static final long BETWEEN_TRIES_MILLIS = 250;
    private static final Duration SWEPT_AFTER = Duration.ofSeconds(5);
    private static final int BAD_CALL = 400;
    private static final int SERVER_TROUBLE = 500;
    private static final int TOO_OFTEN = 429;

    private final String name;
    private final Dice dice;
    private final Path folder;
    private final UserCalls calls;
    private final OutputReader outputs;
    private final FindingLog watch;
    private final List<Story> stories = new ArrayList<>();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger tasksDone = new AtomicInteger();
    private volatile boolean closing;
    private int kept;

    Customer(String name, Dice dice, Path folder, UserCalls calls, FindingLog watch) {
        this.name = name;
        this.dice = dice;
        this.folder = folder;
        this.calls = calls;
        this.outputs = new OutputReader(calls, folder);
        this.watch = watch;
    }

    /** Until it is told to close and all its jobs are settled, or until it is interrupted. */
    void work() throws IOException, InterruptedException {
        while (!closing || open.get() > 0) {
            if (!closing && open.get() < MOST_OPEN) {
                submit();
            }
            look();
            if (!closing && dice.oneIn(30)) {
                // In the middle of uploads and commits, which must cope with it.
                calls.storage().sweep(new SweepRequest(SWEPT_AFTER));
            }
            TimeUnit.MILLISECONDS.sleep(100 + dice.below(400));
        }
    }

    /** No more new jobs. */
    void close() {
        closing = true;
    }

    int tasksDone() {
        return tasksDone.get();
    }

    /** To be read when {@link #work} has ended. */
    List<Story> stories() {
        return stories;
    }

    /** Those that have not come to their end. */
    List<JobId> unsettled() {
        List<JobId> jobs = new ArrayList<>();
        for (Story story : stories) {
            JobId job = story.job();
            if (job != null && !story.isSettled()) {
                jobs.add(job);
            }
        }
        return jobs;
    }

    private void submit() throws IOException, InterruptedException {
        Work work = Work.make(dice, name + "-" + stories.size(), folder);
        Story story = new Story(work);
        stories.add(story);
        boolean impatient = dice.oneIn(8);
        boolean cancels = dice.oneIn(10);
        for (int tries = 0; tries < (impatient ? 1 : MOST_TRIES) && !closing; tries++) {
            if (uploaded(work)) {
                Answer<Reply.Submitted> answer = calls.submit(work.spec(), Collections.emptyIterator(), work.name());
                if (answer instanceof Answer.Success<Reply.Submitted> success) {
                    story.acknowledge(success.value().job());
                    story.want(cancels ? Story.End.CANCELLED : Story.End.KEPT);
                    open.incrementAndGet();
                    again(story);
                    return;
                }
                expected("submit", answer);
            }
            TimeUnit.MILLISECONDS.sleep(BETWEEN_TRIES_MILLIS);
        }
    }

    /** The same once more must be the same job. */
    private void again(Story story) {
        if (dice.oneIn(4)) {
            Work work = story.work();
            Answer<Reply.Submitted> answer = calls.submit(work.spec(), Collections.emptyIterator(), work.name());
            if (answer instanceof Answer.Success<Reply.Submitted> success
                    && !success.value().job().equals(story.job())) {
                watch.find("one submission, several jobs", work.name() + " is " + answer + " and was " + story.job());
            }
            expected("submit", answer);
        }
    }

    private boolean uploaded(Work work) throws IOException {
        for (byte[] content : work.inputs().values()) {
            Path file = Files.write(folder.resolve(work.name() + ".up"), content);
            Answer<Long> answer = calls.upload(Content.hash(content), file);
            Files.delete(file);
            expected("upload", answer);
            if (!(answer instanceof Answer.Success<Long>)) {
                return false;
            }
        }
        return true;
    }

    /** Looks after every job that is not settled. */
    void look() throws IOException {
        for (Story story : stories) {
            JobId job = story.job();
            if (job != null && !story.isSettled()) {
                look(story, job);
            }
        }
    }

    private void look(Story story, JobId job) throws IOException {
        if (story.wanted() == Story.End.DELETED) {
            delete(story, job);
            return;
        }
        Answer<JobDetail> answer = calls.job(job);
        if (answer.isRefused(ProblemKind.UNKNOWN_JOB)) {
            watch.find("an acknowledged job is lost", story.work().name() + " was job " + job);
            settle(story);
        }
        expected("status", answer);
        if (!(answer instanceof Answer.Success<JobDetail> detail)) {
            return;
        }
        TaskState state = detail.value().summary().state();
        tasksDone.addAndGet(story.seeDone(detail.value().summary().tasks().done()));
        if (state.isFinal()) {
            finish(story, job, state);
        } else if (story.wanted() == Story.End.CANCELLED && dice.oneIn(3)) {
            cancel(job);
        }
    }

    private void finish(Story story, JobId job, TaskState state) throws IOException {
        if (state == TaskState.CANCELLED) {
            settle(story);
            return;
        }
        // Whatever was wanted, all its tasks were done before.
        story.want(Story.End.KEPT);
        if (kept >= MOST_KEPT || dice.below(3) > 0) {
            if (!outputs.read(job, story::see)) {
                return;
            }
            story.want(Story.End.DELETED);
            delete(story, job);
        } else {
            kept++;
            settle(story);
        }
    }

    private void cancel(JobId job) {
        Answer<ChangeReport> answer = calls.change(Verb.CANCEL, job.toString());
        expectedOrConflict("cancel", answer);
    }

    /** All its tasks may have come to their end meanwhile, or the call that was not answered is still at work. */
    private void expectedOrConflict(String call, Answer<?> answer) {
        if (!answer.isRefused(ProblemKind.ILLEGAL_TRANSITION)) {
            expected(call, answer);
        }
    }

    /** Who was not told that it was deleted asks again and hears that it is unknown. */
    private void delete(Story story, JobId job) {
        Answer<ChangeReport> answer = calls.change(Verb.DELETE, job.toString());
        if (answer instanceof Answer.Success<?> || answer.isRefused(ProblemKind.UNKNOWN_JOB)) {
            settle(story);
        } else {
            expectedOrConflict("delete", answer);
        }
    }

    private void settle(Story story) {
        story.settle();
        if (story.isAcknowledged()) {
            open.decrementAndGet();
        }
    }

    /** Refusals for the moment are what a storm brings; others are not. */
    private void expected(String call, Answer<?> answer) {
        if (answer instanceof Answer.Refused<?> refused) {
            Problem problem = refused.problem();
            boolean forNow = problem.status() == TOO_OFTEN
                    || (problem.status() > SERVER_TROUBLE && problem.status() < SERVER_TROUBLE + 100)
                    || problem.is(ProblemKind.MISSING_BLOBS);
            if (!forNow && problem.status() >= BAD_CALL) {
                watch.find("a call was refused: " + problem.code(), call + " got " + problem);
            }
        }
    }
}
