package org.gleaner.server.join;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.util.Optional;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.message.Program;
import org.jspecify.annotations.Nullable;

/**
 * The jar that this server runs from, to be handed out. If somebody puts another file in its place it is no longer what
 * we run, and nothing is handed out until the server is started again. Thread-safe.
 */
public final class ProgramFile {
    private record Stamp(
            long size, FileTime changed, @Nullable Object file) {}

    private final @Nullable Path jar;
    private final @Nullable Stamp atStart;
    private final String version;
    private @Nullable Program known;

    private ProgramFile(@Nullable Path jar, @Nullable Stamp atStart, String version) {
        this.jar = jar;
        this.atStart = atStart;
        this.version = version;
    }

    /** The file of the running program; there is none to hand out if it runs from separate classes. */
    public static ProgramFile running(String version) throws IOException {
        CodeSource source = ProgramFile.class.getProtectionDomain().getCodeSource();
        return of(source == null ? null : path(source), version);
    }

    public static ProgramFile of(@Nullable Path file, String version) throws IOException {
        boolean jar =
                file != null && Files.isRegularFile(file) && file.toString().endsWith(".jar");
        return new ProgramFile(jar ? file : null, file != null && jar ? stamp(file) : null, version);
    }

    private static @Nullable Path path(CodeSource source) {
        try {
            URI place = source.getLocation().toURI();
            return place.getScheme().equals("file") ? Path.of(place) : null;
        } catch (URISyntaxException notAFile) {
            return null;
        }
    }

    /** What is handed out; reads the file once, so only a worker may ask. */
    public synchronized Optional<Program> program() throws IOException {
        Path file = file().orElse(null);
        if (file == null) {
            return Optional.empty();
        }
        Program found = known;
        if (found == null) {
            MessageDigest sha256 = Content.sha256();
            long size = 0;
            try (InputStream in = Files.newInputStream(file)) {
                byte[] buffer = new byte[1 << 16];
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    sha256.update(buffer, 0, read);
                    size += read;
                }
            }
            found = new Program(version, Content.finish(sha256), size);
            known = found;
        }
        return Optional.of(found);
    }

    /** The file, as long as it is the one that we started from. */
    public Optional<Path> file() throws IOException {
        return jar != null && Files.isRegularFile(jar) && stamp(jar).equals(atStart)
                ? Optional.of(jar)
                : Optional.empty();
    }

    private static Stamp stamp(Path file) throws IOException {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        return new Stamp(now.size(), now.lastModifiedTime(), now.fileKey());
    }
}
