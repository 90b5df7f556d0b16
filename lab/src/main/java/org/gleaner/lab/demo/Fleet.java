package org.gleaner.lab.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.lab.child.AgentPlace;
import org.gleaner.terminal.console.CliFailure;

/**
 * The server and the agents of the demo: their processes from start to end. Thread-safe, because an interrupt stops
 * them while the demo is in the middle of something.
 */
final class Fleet {
    private static final Pattern LISTENING = Pattern.compile("listening on (http://127\\.0\\.0\\.1:([0-9]{1,5}))\\s");
    private static final String SERVER = "server";

    private final Gleaner gleaner;
    private final Map<String, Process> running = new TreeMap<>();
    private String url = "";
    private String port = "0";
    private boolean stopping;

    Fleet(Gleaner gleaner) {
        this.gleaner = gleaner;
    }

    /** Starts the server, again on the port of its earlier life if there was one, and returns its address. */
    String startServer() throws CliFailure, IOException, InterruptedException {
        Path log = log(SERVER);
        // Earlier lines are those of an earlier life.
        Files.deleteIfExists(log);
        start(SERVER, List.of("server", "--port", port()));
        long end = System.nanoTime() + DemoPlan.PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            String text = Files.exists(log) ? Files.readString(log, StandardCharsets.UTF_8) : "";
            Matcher line = LISTENING.matcher(text);
            if (line.find()) {
                return heard(line.group(1), line.group(2));
            }
            if (!process(SERVER).isAlive()) {
                throw Broken.promise("The server did not start.", text.strip(), gleaner.home());
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        throw Broken.promise("The server did not start.", "It never said where it listens.", gleaner.home());
    }

    private synchronized String heard(String address, String atPort) {
        url = address;
        port = atPort;
        return url;
    }

    void startAgent(int number) throws IOException {
        String name = agent(number);
        String slots = Integer.toString(DemoPlan.SLOTS);
        List<String> words = new ArrayList<>(
                List.of("agent", url(), "--token-file", "server/join.token", "--dir", name, "--slots", slots));
        // The tasks are our own, and it has to run everywhere: also as root on a machine that has no sandbox.
        words.addAll(List.of("--sandbox", "off"));
        start(name, words);
    }

    static String agent(int number) {
        return "agent-" + number;
    }

    private synchronized void start(String name, List<String> words) throws IOException {
        if (stopping) {
            throw new IOException("the demo is being stopped");
        }
        running.put(name, gleaner.start(log(name), words));
    }

    private Path log(String name) {
        return gleaner.home().resolve(name + ".out");
    }

    private synchronized String port() {
        return port;
    }

    synchronized String url() {
        return url;
    }

    long pidOfServer() {
        return process(SERVER).pid();
    }

    long pidOfAgent(int number) {
        return process(agent(number)).pid();
    }

    private synchronized Process process(String name) {
        Process process = running.get(name);
        if (process == null) {
            throw new IllegalStateException(name + " was never started");
        }
        return process;
    }

    /** As {@code kill -9} does: the process gets no chance to tidy up. */
    void killServer() throws InterruptedException {
        process(SERVER).destroyForcibly().waitFor();
    }

    void killAgent(int number) throws InterruptedException {
        process(agent(number)).destroyForcibly().waitFor();
    }

    synchronized List<Long> pids() {
        return running.values().stream()
                .filter(Process::isAlive)
                .map(Process::pid)
                .toList();
    }

    /** Asks all to end, the agents first, and kills those that do not. */
    synchronized void stop() throws InterruptedException {
        stopping = true;
        List<Process> agents = new ArrayList<>();
        running.forEach((name, process) -> {
            if (!name.equals(SERVER)) {
                agents.add(process);
            }
        });
        end(agents);
        removeGroups();
        Process server = running.get(SERVER);
        end(server == null ? List.of() : List.of(server));
    }

    /** Those of agents that were killed: nobody starts them again to tidy up. */
    private void removeGroups() {
        for (String name : running.keySet()) {
            try {
                new AgentPlace(gleaner.home().resolve(name)).removeGroups();
            } catch (IOException unreadable) {
                // Empty groups harm nobody, and everything else must still be stopped.
            }
        }
    }

    private static void end(List<Process> processes) throws InterruptedException {
        processes.forEach(Process::destroy);
        long end = System.nanoTime() + DemoPlan.STOP_PATIENCE.toNanos();
        for (Process process : processes) {
            if (!process.waitFor(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
    }
}
