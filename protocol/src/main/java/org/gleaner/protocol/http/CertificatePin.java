package org.gleaner.protocol.http;

import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Locale;
import org.gleaner.protocol.message.Content;

/**
 * The SHA-256 of a certificate authority's certificate, as {@code openssl x509 -fingerprint -sha256} prints it without
 * the colons. A server whose certificate was issued by that very authority is believed, no other.
 */
public record CertificatePin(String hex) {
    /** How a pin begins behind the address of a server. */
    static final String PREFIX = "sha256=";

    private static final int DIGITS = 64;

    public CertificatePin {
        if (!hex.matches("[0-9a-f]{" + DIGITS + "}")) {
            throw new IllegalArgumentException(
                    "a pin is '#" + PREFIX + "' and " + DIGITS + " hexadecimal digits behind the server's address");
        }
    }

    /** Reads what stands behind the number sign of an address. */
    static CertificatePin parse(String fragment) {
        String digits = fragment.startsWith(PREFIX) ? fragment.substring(PREFIX.length()) : "";
        return new CertificatePin(digits.replace(":", "").toLowerCase(Locale.ROOT));
    }

    public static CertificatePin of(X509Certificate certificate) throws CertificateEncodingException {
        return new CertificatePin(Content.hash(certificate.getEncoded()).hex());
    }

    /** As it is written behind an address. */
    @Override
    public String toString() {
        return "#" + PREFIX + hex;
    }
}
