package org.gleaner.server.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/** Small files of the data directory that only its owner may read: the first tokens, and the server's address. */
public final class TokenFiles {
    public static final String ADMIN = "admin.token";
    public static final String JOIN = "join.token";
    /** Under which the server is reached from its own machine; there while it runs. */
    public static final String ADDRESS = "address";

    private static final int LONGEST = 4096;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final Path directory;

    public TokenFiles(Path directory) {
        this.directory = directory;
    }

    /** The file's one line; empty if there is no such file or it holds nothing that could be meant. */
    public Optional<String> read(String name) throws IOException {
        Path file = directory.resolve(name);
        if (!Files.isRegularFile(file) || Files.size(file) > LONGEST) {
            return Optional.empty();
        }
        String line = new String(Files.readAllBytes(file), UTF_8).strip();
        return line.isEmpty() ? Optional.empty() : Optional.of(line);
    }

    /** Replaces the file at once; it is never readable for others, not even for a moment. */
    public void write(String name, String line) throws IOException {
        Path file = directory.resolve(name);
        Path fresh = directory.resolve(name + ".new");
        Files.deleteIfExists(fresh);
        if (Files.getFileStore(directory).supportsFileAttributeView("posix")) {
            Files.createFile(fresh, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } else {
            Files.createFile(fresh);
        }
        Files.writeString(fresh, line + "\n", UTF_8, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    public void remove(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
    }
}
