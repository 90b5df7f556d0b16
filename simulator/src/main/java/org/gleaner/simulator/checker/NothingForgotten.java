package org.gleaner.simulator.checker;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.message.CommitAnswer;

/** What was acknowledged is in the store for good: jobs until they are deleted, accepted results with them. */
public final class NothingForgotten implements Checker {
    private final TreeSet<JobId> submitted = new TreeSet<>();
    private final TreeMap<TaskId, Integer> accepted = new TreeMap<>();

    @Override
    public void ran(BatchRun batch) throws StoreException {
        Map<Address, Command> asked = new HashMap<>();
        for (AddressedCommand one : batch.commands()) {
            asked.put(one.address(), one.command());
        }
        TreeSet<JobId> news = new TreeSet<>();
        for (AddressedReply one : batch.result().replies()) {
            if (one.reply() instanceof Reply.Submitted reply) {
                submitted.add(reply.job());
                news.add(reply.job());
            } else if (one.reply() instanceof Reply.SubmittedAll reply) {
                submitted.addAll(reply.jobs());
                news.addAll(reply.jobs());
            } else if (one.reply() instanceof Reply.Committed reply
                    && asked.get(one.address()) instanceof Command.Commit commit) {
                for (CommitAnswer answer : reply.content().answers()) {
                    if (answer.verdict() == CommitAnswer.Verdict.ACCEPTED && isSuccess(commit, answer.attempt())) {
                        acknowledge(answer.attempt());
                        news.add(answer.attempt().job());
                    }
                }
            }
        }
        look(batch, batch.result().reloaded() ? submitted : news);
    }

    private static boolean isSuccess(Command.Commit commit, AttemptId attempt) {
        for (AttemptReport report : commit.call().reports()) {
            if (report.attempt().equals(attempt)) {
                return report.outcome() == Outcome.DONE;
            }
        }
        return false;
    }

    private void acknowledge(AttemptId attempt) {
        Integer before = accepted.put(attempt.task(), attempt.number());
        if (before != null && before != attempt.number()) {
            throw violation("two results of task " + attempt.task() + " were accepted: " + before + " and " + attempt);
        }
    }

    @Override
    public void ended(BatchRun last) throws StoreException {
        look(last, submitted);
    }

    private void look(BatchRun batch, TreeSet<JobId> jobs) throws StoreException {
        Ledger ledger = batch.ledger();
        for (JobId id : jobs) {
            if (ledger.isDeleted(id)) {
                continue;
            }
            Optional<StoredJob> job = batch.disk().history().job(id);
            if (job.isEmpty()) {
                throw violation("job " + id + " was acknowledged and is not in the store");
            }
            for (var one : accepted.subMap(new TaskId(id, 1), new TaskId(id, Integer.MAX_VALUE))
                    .entrySet()) {
                TaskId task = one.getKey();
                boolean stands = job.get().accepted().stream()
                        .anyMatch(row -> row.ordinal() == task.ordinal() && row.attempt() == one.getValue());
                if (!stands) {
                    throw violation("the result " + task + "#" + one.getValue()
                            + " was accepted and is not in the store, which has "
                            + job.get().accepted());
                }
            }
        }
    }
}
