package org.gleaner.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.disk.KeptResults;
import org.gleaner.agent.disk.Trees;
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.agent.sandbox.SandboxProbe;
import org.gleaner.agent.sandbox.SandboxUnavailable;
import org.gleaner.core.job.Counted;

/** The agent of this machine, if there is one, and what this machine can do for tasks. */
final class AgentChecks {
    private static final String PART = "agent";

    private AgentChecks() {}

    static List<Finding> look(Path directory, boolean root) throws IOException, InterruptedException {
        List<Finding> findings = new ArrayList<>();
        if (!Files.isDirectory(directory)) {
            findings.add(Finding.good(PART, "none on this machine (no " + directory + ")"));
            return findings;
        }
        findings.add(
                AgentDirectory.isHeld(directory)
                        ? Finding.good(PART, "running, with its files in " + directory)
                        : Finding.note(
                                PART,
                                "not running; its files are in " + directory,
                                "Start it: 'gleaner agent URL', or its service."));
        long kept = new KeptResults(AgentDirectory.results(directory)).count();
        if (kept > 0) {
            findings.add(Finding.note(
                    PART,
                    Counted.of(kept, "finished result") + " not yet sent to the server",
                    "Nothing is lost: they are sent once the agent runs and the server is reachable."));
        }
        findings.add(sandbox(root));
        return findings;
    }

    private static Finding sandbox(boolean root) throws IOException, InterruptedException {
        Path trial = Files.createTempDirectory("gleaner-doctor");
        try {
            SandboxProbe.find(Fence.DEFAULT, trial, root);
            return Finding.good(PART, "tasks can run in a sandbox here");
        } catch (SandboxUnavailable none) {
            return without(none);
        } finally {
            Trees.delete(trial);
        }
    }

    static Finding without(SandboxUnavailable none) {
        return Finding.note(
                PART,
                "no sandbox for tasks here: " + none.getMessage(),
                "Install bubblewrap and allow user namespaces; until then tasks see what the agent's user sees.");
    }
}
