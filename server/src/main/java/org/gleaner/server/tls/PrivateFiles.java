package org.gleaner.server.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Base64;

/** Keys and certificates in PEM, in a directory that only its owner may enter. */
final class PrivateFiles {
    private static final int LARGEST = 1 << 16;
    private static final int LINE = 64;

    private final Path directory;
    private final boolean posix;

    private PrivateFiles(Path directory, boolean posix) {
        this.directory = directory;
        this.posix = posix;
    }

    static PrivateFiles open(Path directory) throws IOException {
        Path parent = directory.toAbsolutePath().getParent();
        boolean posix = parent != null && Files.getFileStore(parent).supportsFileAttributeView("posix");
        if (!Files.isDirectory(directory)) {
            Files.createDirectory(directory, only("rwx------", posix));
        }
        return new PrivateFiles(directory, posix);
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

    /** Replaces the file at once; it is never readable for others, not even for a moment. */
    void write(String name, String kind, byte[] content) throws IOException {
        Path fresh = directory.resolve(name + ".new");
        Files.deleteIfExists(fresh);
        Files.createFile(fresh, only("rw-------", posix));
        Files.writeString(fresh, pem(kind, content), US_ASCII, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
        Files.move(fresh, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    static String pem(String kind, byte[] content) {
        String body = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    }

    private static FileAttribute<?>[] only(String rights, boolean posix) {
        FileAttribute<?>[] all = {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))};
        return posix ? all : Arrays.copyOf(all, 0);
    }
}
