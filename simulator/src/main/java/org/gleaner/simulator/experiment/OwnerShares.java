package org.gleaner.simulator.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.simulator.scenario.Batch;
import org.gleaner.simulator.scenario.Trial;

/**
 * What each owner got: of the machines' time while several had something open, how soon tasks were done, and when the
 * last one was. Times are those of the trial.
 */
final class OwnerShares {
    private static final class Account {
        private final String owner;
        private long tasks;
        private long arrived;
        private long done;
        private long lastDone;
        private double flow;
        /** Attempts that run now. */
        private int running;
        /** Slot time while others had something open, too, up to {@code at}. */
        private double time;

        private double at;

        private Account(String owner) {
            this.owner = owner;
        }

        private boolean isOpen() {
            return done < arrived;
        }

        private void count(double contended, int more) {
            time += running * (contended - at);
            at = contended;
            running += more;
        }
    }

    private final Trial trial;
    private final Account[] ofBatch;
    private final Map<String, Account> accounts = new LinkedHashMap<>();
    private int open;
    /** How long several owners had something open until the last change. */
    private double contended;

    private long last;

    OwnerShares(Trial trial) {
        this.trial = trial;
        List<Batch> batches = trial.batches();
        ofBatch = new Account[batches.size()];
        for (int i = 0; i < ofBatch.length; i++) {
            ofBatch[i] = accounts.computeIfAbsent(batches.get(i).owner(), Account::new);
            ofBatch[i].tasks += batches.get(i).tasks();
        }
    }

    private void advance(long now) {
        contended += open > 1 ? now - last : 0;
        last = now;
    }

    void arrived(int batch, long now) {
        advance(now);
        Account account = ofBatch[batch];
        open += account.isOpen() ? 0 : 1;
        account.arrived += trial.batches().get(batch).tasks();
    }

    /** An attempt of the batch started (1) or ended (-1). */
    void changed(int batch, int more, long now) {
        advance(now);
        ofBatch[batch].count(contended, more);
    }

    void done(int batch, long took, long now) {
        advance(now);
        Account account = ofBatch[batch];
        account.done++;
        account.flow += took;
        account.lastDone = now - trial.opens();
        open -= account.isOpen() ? 0 : 1;
    }

    /** Tasks of a batch that were not done by the limit, with what they took so far. */
    void unfinished(int batch, long took, long tasks) {
        ofBatch[batch].flow += (double) took * tasks;
    }

    List<RunResult.OwnerResult> result() {
        double all = 0;
        for (Account one : accounts.values()) {
            one.count(contended, 0);
            all += one.time;
        }
        List<RunResult.OwnerResult> results = new ArrayList<>();
        for (Account one : accounts.values()) {
            results.add(new RunResult.OwnerResult(
                    one.owner,
                    one.tasks,
                    all == 0 ? 0 : one.time / all,
                    one.flow / one.tasks,
                    one.done == one.tasks ? one.lastDone : trial.limit()));
        }
        return results;
    }
}
