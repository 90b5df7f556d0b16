package org.gleaner.server.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.gleaner.server.disk.OwnerOnly;

/** Keys and certificates in PEM, in a directory that only its owner may enter. */
final class PrivateFiles {
    private static final int LARGEST = 1 << 16;
    private static final int LINE = 64;

    private final Path directory;

    private PrivateFiles(Path directory) {
        this.directory = directory;
    }

    static PrivateFiles open(Path directory) throws IOException {
        OwnerOnly.directory(directory);
        return new PrivateFiles(directory);
    }

    boolean has(String name) {
        return Files.isRegularFile(directory.resolve(name));
    }

    /** The bytes between the first pair of marks. */
    byte[] read(String name) throws IOException {
        Path file = directory.resolve(name);
        if (Files.size(file) > LARGEST) {
            throw new IOException(file + " is too large to be a key or a certificate");
        }
        String text = Files.readString(file, US_ASCII);
        int begin = text.indexOf("-----\n");
        int end = text.indexOf("\n-----END", Math.max(begin, 0));
        if (begin < 0 || end < 0) {
            throw new IOException(file + " is damaged: it is not PEM");
        }
        try {
            return Base64.getMimeDecoder().decode(text.substring(begin + 6, end));
        } catch (IllegalArgumentException malformed) {
            throw new IOException(file + " is damaged: it is not PEM", malformed);
        }
    }

    void write(String name, String kind, byte[] content) throws IOException {
        OwnerOnly.write(directory.resolve(name), pem(kind, content));
    }

    static String pem(String kind, byte[] content) {
        String body = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    }
}
