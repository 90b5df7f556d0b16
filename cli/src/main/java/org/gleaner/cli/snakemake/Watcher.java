package org.gleaner.cli.snakemake;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.protocol.message.JobStates;

/**
 * Watches all jobs of a run of Snakemake with one call for all of them. A job is a success only after its outputs are
 * where Snakemake looks for them. One thread looks; others may fetch.
 */
final class Watcher {
    /** Where jobs are noted until they have a verdict. */
    interface Board {
        List<JobId> open() throws IOException;

        void verdict(JobId job, boolean success) throws IOException;
    }

    /** Brings what a job left here. */
    @FunctionalInterface
    interface Fetch {
        /** @return whether all of it is here now */
        boolean outputs(JobId job);
    }

    /** A disk may be full for a while; a name that is in the way stays there. */
    private static final int MOST_TRIES = 60;

    private static final long PAUSE_MILLIS = 1_000;

    private final Board board;
    private final Fetch fetch;
    private final Executor hands;
    private final Set<JobId> beingFetched = ConcurrentHashMap.newKeySet();
    private final Map<JobId, Integer> tries = new ConcurrentHashMap<>();

    Watcher(Board board, Fetch fetch, Executor hands) {
        this.board = board;
        this.fetch = fetch;
        this.hands = hands;
    }

    /** Looks once a second. The server may be away for a while, and Snakemake waits meanwhile; it is said once. */
    void watch(UserCalls calls, BooleanSupplier goesOn, PrintStream err) throws InterruptedException {
        String told = "";
        while (goesOn.getAsBoolean()) {
            String trouble = "";
            try {
                look(calls);
            } catch (CallFailed away) {
                trouble = away.trouble().what();
            } catch (IOException failed) {
                trouble = String.valueOf(failed.getMessage());
            }
            if (!trouble.isEmpty() && !trouble.equals(told)) {
                err.println("gleaner: " + trouble);
            }
            told = trouble;
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** Looks once after all jobs without a verdict. */
    void look(UserCalls calls) throws CallFailed, IOException {
        List<JobId> open = board.open();
        for (int from = 0; from < open.size(); from += JobQuery.MOST) {
            List<JobId> some = open.subList(from, Math.min(open.size(), from + JobQuery.MOST));
            JobStates states = calls.query(new JobQuery(some)).get();
            for (JobSummary job : states.jobs()) {
                judge(job.id(), job.tasks().jobState(job.growing()));
            }
            for (JobId gone : states.unknown()) {
                board.verdict(gone, false);
            }
        }
    }

    private void judge(JobId job, TaskState state) {
        if (isOver(state) && beingFetched.add(job)) {
            hands.execute(() -> {
                try {
                    bring(job, state == TaskState.DONE);
                } catch (IOException failed) {
                    // It has no verdict yet, so that the next look tries again.
                } finally {
                    beingFetched.remove(job);
                }
            });
        }
    }

    private void bring(JobId job, boolean done) throws IOException {
        boolean here = done && fetch.outputs(job);
        if (here || !done || tries.merge(job, 1, Integer::sum) >= MOST_TRIES) {
            tries.remove(job);
            board.verdict(job, here);
        }
    }

    /** Whether nothing more will come of the job. */
    static boolean isOver(TaskState state) {
        return state == TaskState.DONE || hasFailed(state);
    }

    static boolean hasFailed(TaskState state) {
        return state == TaskState.BLOCKED || state == TaskState.CANCELLED;
    }
}
