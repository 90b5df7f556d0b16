package org.gleaner.core.desk;

import java.util.List;
import java.util.function.Function;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.Start;
import org.gleaner.core.store.History;

/**
 * Fills in what the grid does not have in memory: entries of lists, lists of files that lie aside, and files that tasks
 * take of the results of others. One answer holds no more than an agent has room for; what is left out is told when the
 * node next says what it holds.
 *
 * @param mostBytes as much as one answer holds; the first start is sent in any case
 */
record CompleteStarts(History history, TakenFiles taken, KnownFiles known, long mostBytes) {
    Errand of(Reply reply) throws StoreException {
        if (reply instanceof Reply.Ordered ordered) {
            Orders orders = ordered.content();
            return of(
                    orders.start(),
                    starts -> new Reply.Ordered(new Orders(starts, orders.stop(), orders.release(), orders.report())));
        }
        if (reply instanceof Reply.Committed committed) {
            CommitReply content = committed.content();
            return of(content.start(), starts -> new Reply.Committed(new CommitReply(content.answers(), starts)));
        }
        return new Errand.Done(reply);
    }

    /** Files of others must belong to the job before a node is told of them, or they could go before it has them. */
    private Errand of(List<Start> starts, Function<List<Start>, Reply> told) throws StoreException {
        ResultShelf.Hold hold = taken.shelf().hold();
        boolean asking = false;
        try {
            StartCompletion completion =
                    new StartCompletion(new StartCompletion.Sources(history, taken, known), hold, mostBytes);
            for (Start start : starts) {
                if (!completion.take(start)) {
                    break;
                }
            }
            List<Start> found = completion.starts();
            if (completion.takings().isEmpty()) {
                return new Errand.Done(told.apply(found));
            }
            hold.settle();
            asking = true;
            return new Errand.Ask(new Command.TakeFiles(completion.takings()), hold::release, reply -> {
                if (reply instanceof Reply.FilesTaken done) {
                    completion.found().forEach((job, files) -> remember(job, files, done));
                    return new Errand.Done(told.apply(without(found, done)));
                }
                return new Errand.Done(reply);
            });
        } finally {
            if (!asking) {
                hold.release();
            }
        }
    }

    private void remember(JobId job, KnownFiles.Known files, Reply.FilesTaken done) {
        if (files.files().isEmpty() || done.named().contains(job)) {
            known.put(job, files);
        }
    }

    private static List<Start> without(List<Start> starts, Reply.FilesTaken done) {
        return starts.stream()
                .filter(start -> !done.withheld().contains(start.attempt()))
                .toList();
    }
}
