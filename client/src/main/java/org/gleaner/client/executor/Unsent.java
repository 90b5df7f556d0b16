package org.gleaner.client.executor;

import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.job.Unseen;
import org.gleaner.protocol.http.CallFailed;

/** Why something did not come to the server or back, as programs are told. */
final class Unsent {
    private Unsent() {}

    static GridException because(String what, Exception why) {
        String said = String.valueOf(why.getMessage());
        if (why instanceof CallFailed failed) {
            said = failed.trouble().what() + " " + failed.trouble().why();
        } else if (why instanceof ClientFailure failed) {
            said = failed.what() + " " + failed.why() + " " + failed.next();
        }
        return new GridException(Unseen.shown((what + " " + said).strip()), why);
    }
}
