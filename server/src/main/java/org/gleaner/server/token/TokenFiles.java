package org.gleaner.server.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gleaner.protocol.http.LocalServer;
import org.gleaner.server.disk.OwnerOnly;

/** Small files of the data directory that only its owner may read: the first tokens, and the server's address. */
public final class TokenFiles {
    public static final String ADMIN = LocalServer.ADMIN;
    public static final String JOIN = LocalServer.JOIN;
    public static final String ADDRESS = LocalServer.ADDRESS;

    private static final int LONGEST = 4096;

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

    /** What version 0.1 or somebody's copy left readable for others no longer is. */
    public void keepForUs() throws IOException {
        for (String name : List.of(ADMIN, JOIN)) {
            Path file = directory.resolve(name);
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                OwnerOnly.file(file);
            }
        }
    }

    public void write(String name, String line) throws IOException {
        OwnerOnly.write(directory.resolve(name), line + "\n");
    }

    public void remove(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
    }
}
