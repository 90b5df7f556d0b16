package org.gleaner.client.executor;

import org.gleaner.client.child.CallOutcome;
import org.gleaner.client.child.PatientReader;
import org.gleaner.client.child.ResultReader;
import org.gleaner.core.job.Unseen;

/** What became of one call, for whoever waits for it here. */
final class OutcomeReader {
    private static final String CALL = "The call";

    private final WrittenCall call;
    private final String place;

    /** @param place such as {@code attempt 7.3#1 on lab-3} */
    OutcomeReader(WrittenCall call, String place) {
        this.call = call;
        this.place = place;
    }

    /** In the current thread, however long it takes. */
    PendingCall.Settled read(CallOutcome outcome) {
        return settled(reading(outcome));
    }

    /** In a thread that is given up if it takes too long. */
    PendingCall.Settled read(CallOutcome outcome, String machine, PatientReader reader) throws InterruptedException {
        return settled(reader.read(CALL, machine, outcome, () -> reading(outcome)));
    }

    private ResultReader.Read reading(CallOutcome outcome) {
        return new ResultReader(CALL, call.classes(), call.loader()).read(outcome);
    }

    private PendingCall.Settled settled(ResultReader.Read read) {
        String failure = read.failure();
        if (failure != null) {
            GridException why = new GridException(Unseen.shown(failure + " (" + place + ")"), read.cause());
            return new PendingCall.Settled(null, why, false);
        }
        Throwable thrown = read.thrown();
        if (thrown != null) {
            new RanElsewhere(Unseen.shown("thrown in " + place)).into(thrown);
        }
        return new PendingCall.Settled(read.value(), thrown, false);
    }
}
