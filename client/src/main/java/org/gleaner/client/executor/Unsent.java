package org.gleaner.client.executor;

import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.job.Unseen;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.problem.Problem;

/** Why something did not come to the server or back, as programs are told. */
final class Unsent {
    private Unsent() {}

    static GridException because(String what, Exception why) {
        String said = String.valueOf(why.getMessage());
        if (why instanceof CallFailed failed) {
            Problem problem = failed.problem();
            said = problem == null
                    ? failed.trouble().what() + " " + failed.trouble().why()
                    : problem.detail() + " " + problem.remedy();
        } else if (why instanceof ClientFailure failed) {
            said = failed.what() + " " + failed.why() + " " + failed.next();
        }
        return new GridException(Unseen.shown((what + " " + said).strip()), why);
    }
}
