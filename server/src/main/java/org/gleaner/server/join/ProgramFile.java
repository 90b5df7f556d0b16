package org.gleaner.server.join;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.util.Objects;
import java.util.Optional;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.message.Program;
import org.gleaner.protocol.program.ProgramJar;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jar that this server runs from, to be handed out: whole to people, and what agents need of it to machines. If
 * somebody puts another file in its place it is no longer what we run, and nothing is handed out until the server is
 * started again. Thread-safe.
 */
public final class ProgramFile {
    /** The agent's program: its bytes, and what is said of them. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record AgentJar(Program program, byte[] content) {}

    private record Stamp(
            long size, FileTime changed, @Nullable Object file) {}

    private static final Logger LOG = LoggerFactory.getLogger(ProgramFile.class);

    private final @Nullable Path jar;
    private final @Nullable Stamp atStart;
    private final String version;
    private @Nullable AgentJar known;
    private @Nullable Program wholeKnown;
    private @Nullable FileChannel open;
    private boolean replaced;

    private ProgramFile(@Nullable Path jar, @Nullable Stamp atStart, String version) {
        this.jar = jar;
        this.atStart = atStart;
        this.version = version;
    }

    /** The file of the running program; there is none to hand out if it runs from separate classes. */
    public static ProgramFile running(String version) throws IOException {
        return of(ProgramJar.running().orElse(null), version);
    }

    public static ProgramFile of(@Nullable Path jar, String version) throws IOException {
        return new ProgramFile(jar, jar == null ? null : stamp(jar), version);
    }

    /** What agents fetch; reads the file once, so only a worker may ask. */
    public synchronized Optional<AgentJar> agentJar() throws IOException {
        Path file = file().orElse(null);
        if (file == null) {
            return Optional.empty();
        }
        if (known == null) {
            known = ProgramJar.agentWithin(file)
                    .map(content -> new AgentJar(new Program(version, Content.hash(content), content.length), content))
                    .orElse(null);
        }
        return Optional.ofNullable(known);
    }

    /**
     * All of the file. It is open once for everybody, whoever asks and how slowly they read: were it opened for each,
     * callers without a token could use up the process's descriptors.
     */
    public synchronized Optional<SharedFile> whole() throws IOException {
        Path file = file().orElse(null);
        if (file == null) {
            return Optional.empty();
        }
        // Whoever interrupts a thread that reads from it closes it for all.
        if (open == null || !open.isOpen()) {
            open = FileChannel.open(file, StandardOpenOption.READ);
        }
        return Optional.of(new SharedFile(open, open.size()));
    }

    /** What is said of all of the file; reads it once, so only a worker may ask. */
    public synchronized Optional<Program> wholeProgram() throws IOException {
        Optional<SharedFile> file = whole();
        if (file.isPresent() && wholeKnown == null) {
            try (DigestInputStream in = new DigestInputStream(file.get().stream(), Content.sha256())) {
                long size = in.transferTo(OutputStream.nullOutputStream());
                wholeKnown = new Program(version, Content.finish(in.getMessageDigest()), size);
            }
        }
        return file.map(there -> Objects.requireNonNull(wholeKnown));
    }

    /** Whether it was found to be another one, so that only a new start of the server brings one to hand out. */
    public synchronized boolean isReplaced() {
        return replaced;
    }

    /** The file, as long as it is the one that we started from. */
    private Optional<Path> file() throws IOException {
        if (jar != null && Files.isRegularFile(jar) && stamp(jar).equals(atStart)) {
            return Optional.of(jar);
        }
        if (jar != null && !replaced) {
            replaced = true;
            LOG.warn("{} was replaced or removed: machines can't join or update until the server is restarted", jar);
        }
        return Optional.empty();
    }

    private static Stamp stamp(Path file) throws IOException {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        return new Stamp(now.size(), now.lastModifiedTime(), now.fileKey());
    }
}
