package org.gleaner.lab.demo;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.TaskState;
import org.gleaner.lab.child.Child;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.Content;
import org.gleaner.terminal.console.CliFailure;

/** A picture that gets done although an agent and the server are killed in the middle of it. */
final class PictureChapter {
    static final String TILE_FILE = "tile.ppm";

    /** A tile that takes about as long as most. */
    private static final int SAMPLE = 100;

    private final Stage stage;
    private final JobId job;
    private final PictureWatch watcher;
    /** How often each tile had been tried when it was first known to be done before a kill. */
    private final Map<Integer, Integer> doneBeforeKills = new TreeMap<>();

    private PictureChapter(Stage stage, JobId job) {
        this.stage = stage;
        this.job = job;
        this.watcher = new PictureWatch(stage.calls(), job, stage.screen(), stage.home());
    }

    static PictureChapter submit(Stage stage) throws CliFailure, CallFailed, IOException, InterruptedException {
        stage.screen().chapter("2. A picture, computed in " + Mosaic.TILES + " tiles");
        stage.say("tile.sh computes one tile with awk. First by hand, coarsely, to see how fast this machine is:");
        stage.script("tile.sh");
        String fine = Integer.toString(fineness(stage));
        stage.say("Now all of them. The script travels with the job; no machine needs a copy.");
        JobId job = stage.submit("--name picture --in tile.sh --out " + TILE_FILE + " --array 1-" + Mosaic.TILES
                + " sh tile.sh {} " + fine);
        return new PictureChapter(stage, job);
    }

    /** At the lowest priority, as the agents will run it. */
    private static int fineness(Stage stage) throws CliFailure, IOException, InterruptedException {
        long start = System.nanoTime();
        stage.gleaner().shell("nice -n 19 sh tile.sh " + SAMPLE + " 1");
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        int cores = Runtime.getRuntime().availableProcessors();
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        int fine = DemoPlan.fineness(took, cores, load);
        stage.say(took.toMillis() + " ms, and " + (load > cores ? "this machine is busy" : "there is time to spare")
                + ": good for " + fine + " x " + fine + " samples per pixel.");
        return fine;
    }

    /** @param victim the number of the agent that dies, {@code node} its name on the server */
    void play(int victim, NodeId node) throws CliFailure, CallFailed, IOException, InterruptedException {
        stage.screen().line("");
        Sighting before = watcher.until(
                DemoPlan.LONGEST_PICTURE,
                seen -> !seen.goesOn()
                        || (seen.count(TaskState.DONE) >= DemoPlan.AGENT_DIES_AT
                                && !seen.inHandOf(node).isEmpty()));
        remember(before);
        List<Integer> held = killAgent(victim, node);
        killServer();
        Sighting after = watcher.until(DemoPlan.LONGEST_PICTURE, seen -> !seen.goesOn());
        stage.screen().leaveDrawing();
        balance(after, held);
    }

    /** Returns the tiles that it had in hand, which the server knows best when the agent can't take any more. */
    private List<Integer> killAgent(int victim, NodeId node) throws CliFailure, IOException, InterruptedException {
        Child agent = stage.fleet().agent(victim);
        stage.kill(agent);
        List<Integer> held = watcher.until(DemoPlan.PATIENCE, seen -> true).inHandOf(node);
        stage.say("That was " + agent.name() + ", with " + Counted.of(held.size(), "tile")
                + " running. The server notices when it has been silent for "
                + DemoPlan.settings().get("lost-after") + ".");
        watcher.until(DemoPlan.PATIENCE, seen -> seen.inHandOf(node).isEmpty());
        stage.say("The server has noticed; other agents can take those tiles. " + agent.name() + " comes back:");
        stage.fleet().startAgent(victim);
        return held;
    }

    private void killServer() throws CliFailure, IOException, InterruptedException {
        remember(watcher.until(
                DemoPlan.LONGEST_PICTURE,
                seen -> seen.count(TaskState.DONE) >= DemoPlan.SERVER_DIES_AT || !seen.goesOn()));
        stage.kill(stage.fleet().server());
        stage.say("That was the server. The agents finish what they have and keep it on their disks.");
        watcher.during(DemoPlan.SERVER_AWAY);
        stage.fleet().startServer();
        stage.say("It is back, with everything it ever acknowledged.");
    }

    private void remember(Sighting seen) {
        seen.in(TaskState.DONE).forEach(task -> doneBeforeKills.putIfAbsent(task, seen.attempts(task)));
    }

    /** What the two deaths cost, and whether it is as promised. */
    private void balance(Sighting after, List<Integer> held) throws CliFailure {
        int done = after.count(TaskState.DONE);
        stage.claim(
                done == Mosaic.TILES,
                "The picture is not complete.",
                "Only " + done + " of " + Mosaic.TILES + " tiles are done.");
        for (Map.Entry<Integer, Integer> tile : doneBeforeKills.entrySet()) {
            stage.claim(
                    after.attempts(tile.getKey()) == tile.getValue(),
                    "A tile that was done ran again.",
                    "Tile " + tile.getKey() + " was done before the kill after " + tile.getValue() + " attempts; now "
                            + after.attempts(tile.getKey()) + " are recorded.");
        }
        stage.say("Results lost: none. None of the " + doneBeforeKills.size()
                + " tiles that were done before a kill ran again.");
        BitSet again = after.triedAgain();
        if (again.isEmpty()) {
            stage.say("Run again: nothing.");
            return;
        }
        int ofTheDead = (int) held.stream().filter(again::get).count();
        int others = again.cardinality() - ofTheDead;
        stage.say("Run again: " + Counted.of(again.cardinality(), "tile") + " ("
                + again.toString().replaceAll("[{}]", "") + "), " + (others == 0 ? "all" : ofTheDead)
                + " of them lost with the agent that died.");
    }

    /** Fetches all tiles, compares each with what it was when first seen, and puts them together. */
    Path assemble() throws CliFailure, IOException, InterruptedException {
        stage.gleaner().run(0, "get", job.toString(), "--to", "tiles");
        Mosaic mosaic = new Mosaic();
        Map<Integer, BlobHash> firstSeen = watcher.firstSeen();
        for (int number = 1; number <= Mosaic.TILES; number++) {
            Path file = stage.home().resolve("tiles/" + number + "/" + TILE_FILE);
            stage.claim(Files.isRegularFile(file), "A tile is missing.", "There is no " + file + ".");
            byte[] content = Files.readAllBytes(file);
            stage.claim(
                    Content.hash(content).equals(firstSeen.get(number)),
                    "A result has changed.",
                    "Tile " + number + " differs from when it was first seen done.");
            mosaic.put(number, Tile.parse(content));
        }
        Path picture = stage.home().resolve("picture.png");
        mosaic.write(picture);
        stage.say("All " + Mosaic.TILES + " tiles are, byte for byte, what they were when they were first done.");
        stage.say("The picture: " + stage.screen().ink().bold(picture.toString()));
        return picture;
    }
}
