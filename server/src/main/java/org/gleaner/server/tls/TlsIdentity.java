package org.gleaner.server.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.gleaner.protocol.http.CertificatePin;
import org.gleaner.protocol.message.Content;

/**
 * Who the server is to those who call it: an authority of its own, made at the first start, and a certificate from it
 * that is renewed in time. The server's key stays the same over renewals, so that a join line that names it stays good.
 * Immutable; {@link #open} makes the next one.
 */
public final class TlsIdentity {
    /** The key store never leaves the memory; its format only insists on a password. */
    public static final String KEY_STORE_PASSWORD = "memory";

    private static final Duration AUTHORITY_LIFE = Duration.ofDays(20 * 365);
    private static final Duration CERTIFICATE_LIFE = Duration.ofDays(365);
    /** As long ago as can be: Apple's systems refuse a server's certificate that is good for more than 825 days. */
    private static final Duration BEGUN_BEFORE = Duration.ofDays(455);

    private static final Duration RENEWED_BEFORE = Duration.ofDays(60);
    /** By so much the clocks of others may differ. */
    private static final Duration MARGIN = Duration.ofDays(1);

    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";

    private final PrivateKey key;
    private final X509Certificate certificate;
    private final X509Certificate authority;

    private TlsIdentity(PrivateKey key, X509Certificate certificate, X509Certificate authority) {
        this.key = key;
        this.certificate = certificate;
        this.authority = authority;
    }

    /** Reads what is there, makes what is missing, and renews what ends soon or lacks one of the names. */
    public static TlsIdentity open(Path directory, List<String> names, Instant now) throws IOException {
        try {
            PrivateFiles files = PrivateFiles.open(directory);
            Issuer issuer = new Issuer();
            if (!files.has("ca.pem") || !files.has("ca.key")) {
                KeyPair pair = issuer.newKey();
                X509Certificate made =
                        issuer.authority(pair, "Gleaner pool authority", Issuer.end(now, AUTHORITY_LIFE));
                files.write("ca.key", KEY, pair.getPrivate().getEncoded());
                files.write("ca.pem", CERTIFICATE, made.getEncoded());
            }
            X509Certificate authority = files.certificate("ca.pem");
            Instant begin = later(Issuer.BEGIN, now.minus(BEGUN_BEFORE));
            if (files.has("server.key") && files.has("server.pem")) {
                X509Certificate known = files.certificate("server.pem");
                PrivateKey key = files.key("server.key");
                if (isGood(known, authority, names, now)) {
                    return new TlsIdentity(key, known, authority);
                }
                X509Certificate renewed = new Issuer(begin(known, begin, now))
                        .server(
                                authority,
                                files.key("ca.key"),
                                known.getPublicKey(),
                                names,
                                end(later(now, known.getNotAfter().toInstant().minus(CERTIFICATE_LIFE)), authority));
                files.write("server.pem", CERTIFICATE, renewed.getEncoded());
                return new TlsIdentity(key, renewed, authority);
            }
            KeyPair pair = issuer.newKey();
            X509Certificate made = new Issuer(begin)
                    .server(authority, files.key("ca.key"), pair.getPublic(), names, end(now, authority));
            files.write("server.key", KEY, pair.getPrivate().getEncoded());
            files.write("server.pem", CERTIFICATE, made.getEncoded());
            return new TlsIdentity(pair.getPrivate(), made, authority);
        } catch (GeneralSecurityException failed) {
            throw new IOException("the keys and certificates in " + directory + " can't be used: " + failed, failed);
        }
    }

    /** If the clock is past the end of the old one, it may be ahead, while others still believe the old one. */
    private static Instant begin(X509Certificate known, Instant begin, Instant now) {
        Instant before = known.getNotBefore().toInstant();
        return known.getNotAfter().toInstant().isAfter(now) || before.isAfter(begin) ? begin : before;
    }

    private static Instant end(Instant now, X509Certificate authority) {
        Instant end = Issuer.end(now, CERTIFICATE_LIFE);
        Instant last = authority.getNotAfter().toInstant();
        return end.isBefore(last) ? end : last;
    }

    /** If the clock is behind, a new certificate must not end before the old one, which the others still believe. */
    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static boolean isGood(
            X509Certificate certificate, X509Certificate authority, List<String> names, Instant now)
            throws GeneralSecurityException {
        Instant end = certificate.getNotAfter().toInstant();
        boolean lasts = end.minus(RENEWED_BEFORE).isAfter(now)
                || end.equals(authority.getNotAfter().toInstant());
        return isFrom(certificate, authority)
                && hasBegun(certificate, now)
                && lasts
                && names(certificate).containsAll(canonical(names));
    }

    /** Nothing that we make begins earlier than all of them may, whatever the clock says. */
    private static boolean hasBegun(X509Certificate certificate, Instant now) {
        Instant begin = certificate.getNotBefore().toInstant();
        return !begin.isAfter(Issuer.BEGIN) || !begin.isAfter(now.minus(MARGIN));
    }

    /** All our authorities have one name, so only the signature tells them apart. */
    private static boolean isFrom(X509Certificate certificate, X509Certificate authority) {
        try {
            certificate.verify(authority.getPublicKey());
            return true;
        } catch (GeneralSecurityException another) {
            return false;
        }
    }

    private static Collection<String> names(X509Certificate certificate) throws GeneralSecurityException {
        List<String> names = new ArrayList<>();
        Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
        if (alternatives != null) {
            for (List<?> alternative : alternatives) {
                names.add(String.valueOf(alternative.get(1)));
            }
        }
        return canonical(names);
    }

    private static Collection<String> canonical(List<String> names) {
        return names.stream().map(HostNames::canonical).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The fingerprint of the authority, which clients pin. */
    public CertificatePin pin() {
        try {
            return CertificatePin.of(authority);
        } catch (CertificateEncodingException impossible) {
            throw new IllegalStateException("a certificate that was read can be written", impossible);
        }
    }

    /** The SHA-256 of the server's public key in Base64, as curl and wget pin it. */
    public String keyPin() {
        byte[] digest = Content.sha256().digest(certificate.getPublicKey().getEncoded());
        return Base64.getEncoder().encodeToString(digest);
    }

    /** The authority's certificate in PEM. */
    public String authorityPem() {
        try {
            return PrivateFiles.pem(CERTIFICATE, authority.getEncoded());
        } catch (CertificateEncodingException impossible) {
            throw new IllegalStateException("a certificate that was read can be written", impossible);
        }
    }

    /** Whether another certificate is served than by that one. */
    public boolean differsFrom(TlsIdentity other) {
        return !certificate.equals(other.certificate);
    }

    /**
     * What is wrong with the authority, which is never replaced by itself as everybody has to learn the new one.
     * Versions before 0.2.0 let it begin when they made it, which a clock that was ahead put into the future.
     */
    public Optional<String> trouble(Instant now) {
        Instant begin = authority.getNotBefore().toInstant();
        return begin.isAfter(now)
                ? Optional.of("tls/ca.pem is not valid before " + begin + ", and this machine's clock says " + now
                        + ": if the clock is right, nobody whose clock is right can connect. Then stop the server,"
                        + " delete the directory tls in its data directory and start it again; agents and people need"
                        + " the new join line and login")
                : Optional.empty();
    }

    /** Whether those whose clock agrees with this one to the day accept it, as long as the authority lasts. */
    public boolean isValid(Instant now) {
        return hasBegun(certificate, now)
                && certificate.getNotAfter().toInstant().isAfter(now.plus(MARGIN));
    }

    public Instant validUntil() {
        return certificate.getNotAfter().toInstant();
    }

    /** Key and chain, the authority included, for the one who serves with them. */
    public KeyStore keyStore() {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry(
                    "server", key, KEY_STORE_PASSWORD.toCharArray(), new Certificate[] {certificate, authority});
            return store;
        } catch (GeneralSecurityException | IOException impossible) {
            throw new IllegalStateException("a key store in memory can be filled", impossible);
        }
    }
}
