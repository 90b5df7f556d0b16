package org.gleaner.protocol.http;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Why there is no safe connection, in words. A class of its own, so that plain HTTP loads nothing of TLS. */
final class TlsTrouble {
    /** Addresses as the server prints them. */
    static final String PIN =
            "use the address with the pin, https://HOST:PORT#sha256=…, as 'gleaner server' prints it.";

    private static final int MOST_CAUSES = 10;
    /** The JDK's words for bytes that are no TLS record; it has no type of its own for them. */
    private static final String NO_TLS = "Unsupported or unrecognized SSL message";

    private TlsTrouble() {}

    static Trouble of(Endpoint endpoint, SSLException failed) {
        String what = "No secure connection to " + endpoint + ".";
        if (has(failed, TlsTrouble::isAboutTime)) {
            return new Trouble(
                    what,
                    "Its certificate is not valid at the time of this machine's clock, which says "
                            + Instant.now().truncatedTo(ChronoUnit.SECONDS) + ".",
                    "Set the clock of this machine. If it is right, set the server's and restart the server.");
        }
        if (String.valueOf(failed.getMessage()).startsWith(NO_TLS)) {
            return new Trouble(
                    what,
                    "What listens there does not speak TLS.",
                    "If that is a Gleaner server without --tls, its address begins with http:// and has no pin.");
        }
        if (endpoint.pin() == null && has(failed, TlsTrouble::isUntrusted)) {
            return new Trouble(
                    what,
                    "Its certificate is from an authority that this machine does not trust.",
                    "A server started with --tls makes its own: " + PIN);
        }
        return new Trouble(
                what,
                "TLS failed: " + failed.getMessage() + ".",
                endpoint.pin() == null
                        ? "If the server was started with --tls: " + PIN
                        : "Compare the address and the pin with what 'gleaner server' prints. If they are the same,"
                                + " another machine is answering in its place.");
    }

    private static boolean isUntrusted(Throwable cause) {
        return cause instanceof CertPathBuilderException;
    }

    private static boolean isAboutTime(Throwable cause) {
        return cause instanceof CertificateExpiredException
                || cause instanceof CertificateNotYetValidException
                || (cause instanceof CertPathValidatorException path
                        && (path.getReason() == BasicReason.EXPIRED || path.getReason() == BasicReason.NOT_YET_VALID));
    }

    /** Whether it, or what caused it, is such. */
    private static boolean has(Throwable failed, Predicate<Throwable> kind) {
        return Stream.iterate(failed, Objects::nonNull, Throwable::getCause)
                .limit(MOST_CAUSES)
                .anyMatch(kind);
    }
}
