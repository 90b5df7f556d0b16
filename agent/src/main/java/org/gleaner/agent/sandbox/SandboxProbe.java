package org.gleaner.agent.sandbox;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.disk.Trees;
import org.gleaner.agent.machine.Executables;
import org.gleaner.core.job.Requirements;

/** Finds out whether a sandbox can really be made here: the program may be there and user namespaces forbidden. */
public final class SandboxProbe {
    /** Far more than it takes: an agent that starts while its machine is overloaded must not give up. */
    private static final long LIMIT_SECONDS = 120;

    private static final int LONGEST_REASON = 300;
    /** Where programs are searched, whatever the agent's own search path is. */
    static final String PLACES = "/usr/bin:/bin:/usr/local/bin";

    private SandboxProbe() {}

    /**
     * Makes a sandbox and runs nothing in it.
     *
     * @param directory for the trial, and for what every task needs: it has to stay as long as the sandbox is used
     */
    public static Bubblewrap find(Fence fence, Path directory, boolean root)
            throws SandboxUnavailable, IOException, InterruptedException {
        return find(fence, directory, root, PLACES);
    }

    static Bubblewrap find(Fence fence, Path directory, boolean root, String places)
            throws SandboxUnavailable, IOException, InterruptedException {
        Path program = Executables.find(places, "bwrap").orElse(null);
        if (program == null) {
            throw new SandboxUnavailable("bubblewrap is not installed", false);
        }
        Path setpriv = root ? Executables.find(places, "setpriv").orElse(null) : null;
        if (root && setpriv == null) {
            throw new SandboxUnavailable("the agent is root and setpriv (util-linux) is not installed", false);
        }
        Bubblewrap sandbox = new Bubblewrap(program, setpriv, fence, Files.createDirectories(directory));
        Path trial = directory.resolve("trial");
        try {
            Path said = Files.createDirectories(trial).resolve("said");
            if (!works(trial(sandbox, trial), trial.resolve("script"), said)) {
                String reason = reason(said);
                refuseFull(trial, reason);
                boolean possible = works(least(program, root), Path.of("/dev/null"), trial.resolve("least"));
                throw new SandboxUnavailable("bubblewrap does not work here: " + reason, possible);
            }
        } finally {
            Trees.delete(trial);
        }
        return sandbox;
    }

    /** On a full disk neither the trial, which writes where tasks write, nor what it said tells of bubblewrap. */
    private static void refuseFull(Path trial, String reason) throws IOException {
        if (DiskRoom.isFullBy(reason)) {
            throw new IOException(reason);
        }
        if (new DiskRoom(trial).isFull()) {
            throw new IOException("No space left on device");
        }
    }

    private static List<String> trial(Bubblewrap sandbox, Path trial) throws IOException {
        Path files = Files.createDirectories(trial.resolve("files"));
        Path temporary = Files.createDirectories(trial.resolve("tmp"));
        // It must also be able to write where tasks write.
        Files.writeString(trial.resolve("script"), "cd /task && echo >x && echo >/tmp/x\n");
        Room room = new Room(files, temporary, null, null, false, false, List.of());
        Allowance allowance = Allowance.of(new Requirements(1, null), false);
        sandbox.handOver(List.of(files, temporary));
        List<String> words = sandbox.around(room, allowance, "", List.of());
        words.addAll(List.of("/bin/sh", "-s"));
        return words;
    }

    /** The least that a sandbox is made of. If that works, one could exist here, and only ours does not. */
    private static List<String> least(Path program, boolean root) {
        List<String> words = new ArrayList<>(List.of(program.toString(), "--unshare-pid", "--unshare-net"));
        words.addAll(root ? List.of() : List.of("--unshare-user"));
        words.addAll(List.of("--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "/bin/true"));
        return words;
    }

    private static boolean works(List<String> words, Path input, Path said)
            throws IOException, InterruptedException, SandboxUnavailable {
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(new File("/"))
                .redirectInput(input.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(said.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        Process trial = builder.start();
        if (!trial.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            trial.destroyForcibly();
            throw new SandboxUnavailable("bubblewrap timed out after " + LIMIT_SECONDS + " s", true);
        }
        return trial.exitValue() == 0;
    }

    private static String reason(Path said) throws IOException {
        byte[] bytes = Files.readAllBytes(said);
        String text = new String(bytes, 0, Math.min(bytes.length, LONGEST_REASON), StandardCharsets.UTF_8);
        String reason = text.replaceAll("\\p{Cntrl}+", " ").strip();
        return reason.isEmpty() ? "it gave no reason" : reason;
    }
}
