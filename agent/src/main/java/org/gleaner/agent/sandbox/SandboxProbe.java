package org.gleaner.agent.sandbox;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Finds out whether a sandbox can really be made here: the program may be there and user namespaces forbidden. */
public final class SandboxProbe {
    private static final long LIMIT_SECONDS = 20;
    private static final int LONGEST_REASON = 300;
    private static final List<Path> PLACES = List.of(Path.of("/usr/bin"), Path.of("/bin"), Path.of("/usr/local/bin"));

    private SandboxProbe() {}

    /**
     * Makes a sandbox and runs nothing in it.
     *
     * @param directory where the trial may make its own
     */
    public static Bubblewrap find(Fence fence, Path directory, boolean root)
            throws SandboxUnavailable, IOException, InterruptedException {
        Path program = command("bwrap");
        if (program == null) {
            throw new SandboxUnavailable("bubblewrap is not installed");
        }
        Path setpriv = root ? command("setpriv") : null;
        if (root && setpriv == null) {
            throw new SandboxUnavailable("the agent is root and setpriv (util-linux) is not installed");
        }
        Bubblewrap sandbox = new Bubblewrap(program, setpriv, fence);
        Path files = Files.createDirectories(directory.resolve("files"));
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        Path said = directory.resolve("said");
        Room room = new Room(files, temporary, null, null, false, false);
        sandbox.handOver(List.of(files, temporary));
        // It must also be able to write where tasks write.
        List<String> words = sandbox.around(room, List.of("/bin/sh", "-c", "echo > /task/x && echo > /tmp/x"));
        Process trial = new ProcessBuilder(words)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(said.toFile())
                .start();
        if (!trial.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            trial.destroyForcibly();
            throw new SandboxUnavailable("bubblewrap did not end within " + LIMIT_SECONDS + " s");
        }
        if (trial.exitValue() != 0) {
            throw new SandboxUnavailable("bubblewrap does not work here: " + reason(said));
        }
        return sandbox;
    }

    private static String reason(Path said) throws IOException {
        byte[] bytes = Files.readAllBytes(said);
        String text = new String(bytes, 0, Math.min(bytes.length, LONGEST_REASON), StandardCharsets.UTF_8);
        return text.replaceAll("\\p{Cntrl}+", " ").strip();
    }

    private static @Nullable Path command(String name) {
        return PLACES.stream()
                .map(place -> place.resolve(name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }
}
