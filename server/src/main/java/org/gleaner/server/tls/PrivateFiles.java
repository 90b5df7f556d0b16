package org.gleaner.server.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import org.gleaner.server.disk.OwnerOnly;
import org.jspecify.annotations.Nullable;

/** Keys and certificates in PEM, in a directory that only its owner may enter. */
final class PrivateFiles {
    private static final int LARGEST = 1 << 16;
    private static final int LINE = 64;
    private static final String NOT_PEM = "it is not PEM";

    private final Path directory;

    private PrivateFiles(Path directory) {
        this.directory = directory;
    }

    static PrivateFiles open(Path directory) throws IOException {
        OwnerOnly.directory(directory);
        PrivateFiles files = new PrivateFiles(directory);
        for (String name : List.of("ca.key", "server.key")) {
            // What somebody's copy left readable for others no longer is.
            if (Files.isRegularFile(directory.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
                OwnerOnly.file(directory.resolve(name));
            }
        }
        return files;
    }

    boolean has(String name) {
        return Files.isRegularFile(directory.resolve(name));
    }

    /** The bytes between the first pair of marks. */
    byte[] read(String name) throws IOException {
        Path file = directory.resolve(name);
        if (Files.size(file) > LARGEST) {
            throw damaged(name, "it is too large to be a key or a certificate", null);
        }
        String text = Files.readString(file, US_ASCII);
        int begin = text.indexOf("-----\n");
        int end = text.indexOf("\n-----END", Math.max(begin, 0));
        if (begin < 0 || end < 0) {
            throw damaged(name, NOT_PEM, null);
        }
        try {
            return Base64.getMimeDecoder().decode(text.substring(begin + 6, end));
        } catch (IllegalArgumentException malformed) {
            throw damaged(name, NOT_PEM, malformed);
        }
    }

    X509Certificate certificate(String name) throws IOException {
        byte[] encoded = read(name);
        try {
            return Issuer.certificate(encoded);
        } catch (GeneralSecurityException malformed) {
            throw damaged(name, "it is not a certificate", malformed);
        }
    }

    PrivateKey key(String name) throws IOException {
        byte[] encoded = read(name);
        try {
            return Issuer.key(encoded);
        } catch (GeneralSecurityException malformed) {
            throw damaged(name, "it is not a key", malformed);
        }
    }

    private TlsUnusable damaged(String name, String why, @Nullable Exception cause) {
        String remedy = name.startsWith("ca.")
                ? "If you have no copy, delete the directory " + directory + " and start the server again: it makes"
                        + " another identity, and agents and people need the new join line and login."
                : "If you have no copy, delete server.key and server.pem in " + directory + " and start the server"
                        + " again: it makes new ones. Agents and people stay connected; join lines printed before no"
                        + " longer work.";
        return new TlsUnusable(
                directory.resolve(name) + " is damaged: " + why, "Put it back from a copy. " + remedy, cause);
    }

    void write(String name, String kind, byte[] content) throws IOException {
        OwnerOnly.write(directory.resolve(name), pem(kind, content));
    }

    static String pem(String kind, byte[] content) {
        String body = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    }
}
