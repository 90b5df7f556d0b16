package org.gleaner.protocol.program;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The jar that runs, and the agent's program, which lies as a file within the whole program. */
public final class ProgramJar {
    /** The build puts it there. */
    static final String AGENT = "gleaner-agent.jar";

    private ProgramJar() {}

    /** The file of the running program; empty if it runs from separate classes. */
    public static Optional<Path> running() {
        CodeSource source = ProgramJar.class.getProtectionDomain().getCodeSource();
        try {
            URI place = source == null ? URI.create("") : source.getLocation().toURI();
            return "file".equals(place.getScheme())
                    ? Optional.of(Path.of(place)).filter(ProgramJar::isJar)
                    : Optional.empty();
        } catch (URISyntaxException notAFile) {
            return Optional.empty();
        }
    }

    public static boolean isJar(Path file) {
        return Files.isRegularFile(file) && file.toString().endsWith(".jar");
    }

    /** The agent's program within a whole one; empty if there is none, as in the agent's own. */
    public static Optional<byte[]> agentWithin(Path jar) throws IOException {
        try (ZipFile whole = new ZipFile(jar.toFile())) {
            ZipEntry entry = whole.getEntry(AGENT);
            if (entry == null) {
                return Optional.empty();
            }
            try (InputStream in = whole.getInputStream(entry)) {
                return Optional.of(in.readAllBytes());
            }
        }
    }
}
