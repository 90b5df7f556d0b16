package org.gleaner.protocol.http;

import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javax.net.ssl.SSLException;

/** Why there is no safe connection, in words. A class of its own, so that plain HTTP loads nothing of TLS. */
final class TlsTrouble {
    private static final int MOST_CAUSES = 10;

    private TlsTrouble() {}

    static Trouble of(Endpoint endpoint, SSLException failed) {
        String what = "No safe connection to " + endpoint + ".";
        if (isAboutTime(failed)) {
            return new Trouble(
                    what,
                    "Its certificate is not valid at the time of this machine's clock, which says "
                            + Instant.now().truncatedTo(ChronoUnit.SECONDS) + ".",
                    "Set the clock of this machine. If it is right, set the server's and restart the server.");
        }
        return new Trouble(
                what,
                "TLS failed: " + failed.getMessage() + ".",
                endpoint.pin() == null
                        ? "If it has an authority of its own, write its pin behind the address:"
                                + " https://HOST:PORT#sha256=…, as 'gleaner server' prints it."
                        : "Compare address and pin with what 'gleaner server' prints; if they are right,"
                                + " somebody else answers in its place.");
    }

    private static boolean isAboutTime(Throwable failed) {
        Throwable cause = failed;
        for (int i = 0; i < MOST_CAUSES && cause != null; i++) {
            if (cause instanceof CertificateExpiredException
                    || cause instanceof CertificateNotYetValidException
                    || (cause instanceof CertPathValidatorException path
                            && (path.getReason() == BasicReason.EXPIRED
                                    || path.getReason() == BasicReason.NOT_YET_VALID))) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
