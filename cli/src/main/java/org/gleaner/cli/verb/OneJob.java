package org.gleaner.cli.verb;

import java.util.List;
import org.gleaner.client.call.Job;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.terminal.console.CliFailure;

/** One whole job, for verbs that are about no more. */
final class OneJob {
    private OneJob() {}

    /** @param verb what is to be done with it */
    static Job named(UserCalls calls, String select, String verb) throws ClientFailure, CliFailure, CallFailed {
        List<Chosen> chosen = Chosen.of(calls, select);
        if (chosen.size() != 1 || !chosen.get(0).isWholeJob()) {
            throw CliFailure.usage(
                    "'" + select + "' is not one whole job.",
                    "'" + verb + "' is about one job at a time.",
                    "Name it by its number; 'gleaner status' lists the numbers.");
        }
        return chosen.get(0).job();
    }
}
