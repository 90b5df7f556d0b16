package org.gleaner.peers;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Properties;
import org.jppf.JPPFException;
import org.jppf.client.JPPFClient;
import org.jppf.client.JPPFConnectionPool;
import org.jppf.client.JPPFJob;
import org.jppf.node.protocol.Task;
import org.jppf.utils.TypedProperties;

/**
 * JPPF: a driver and a node as processes of their own, this process is the client. Jobs and results are kept in memory
 * only. The node has one thread per core and gets its tasks in bundles; several jobs are always under way.
 */
final class JppfPeer implements Peer {
    private static final String HOST = "127.0.0.1";
    private static final String PORT = "11111";
    private static final String BUNDLE = "200";
    private static final int TASKS_PER_JOB = 10_000;
    private static final int JOBS_UNDER_WAY = 2;
    /** Of jobs of one task; it takes more. */
    private static final int SINGLE_JOBS_UNDER_WAY = 100;

    private static final Duration START_PATIENCE = Duration.ofMinutes(1);
    private static final Duration JOB_PATIENCE = Duration.ofMinutes(2);

    private final List<Process> processes = new ArrayList<>();
    private final JPPFClient client;
    private final String name;
    private final int tasksPerJob;
    private final int jobsUnderWay;

    /** @param single whether each task is a job of its own */
    JppfPeer(Path folder, boolean single) throws PeerAbsent, IOException {
        tasksPerJob = single ? 1 : TASKS_PER_JOB;
        jobsUnderWay = single ? SINGLE_JOBS_UNDER_WAY : JOBS_UNDER_WAY;
        name = "JPPF " + PeerMain.version("jppf") + (single ? ", jobs of one task" : "");
        Properties driver = manual(BUNDLE);
        driver.setProperty("jppf.server.port", PORT);
        driver.setProperty("jppf.peer.discovery.enabled", "false");
        start(folder, "org.jppf.server.JPPFDriver", driver);

        Properties node = new Properties();
        node.setProperty("jppf.server.host", HOST);
        node.setProperty("jppf.server.port", PORT);
        node.setProperty(
                "jppf.processing.threads", Integer.toString(Runtime.getRuntime().availableProcessors()));
        start(folder, "org.jppf.node.NodeRunner", node);

        // The client sends a job whole; the driver cuts it into bundles.
        Properties own = manual(Integer.toString(TASKS_PER_JOB));
        own.setProperty("jppf.discovery.enabled", "false");
        own.setProperty("jppf.drivers", "driver");
        own.setProperty("driver.jppf.server.host", HOST);
        own.setProperty("driver.jppf.server.port", PORT);
        client = new JPPFClient(new TypedProperties(own));
        List<JPPFConnectionPool> pools = client.awaitWorkingConnectionPools(START_PATIENCE.toMillis());
        if (pools.isEmpty()) {
            close();
            throw new PeerAbsent("the JPPF driver does not answer");
        }
    }

    private static Properties manual(String size) {
        Properties properties = new Properties();
        properties.setProperty("jppf.load.balancing.algorithm", "manual");
        properties.setProperty("jppf.load.balancing.profile", "bundle");
        properties.setProperty("jppf.load.balancing.profile.bundle.size", size);
        return properties;
    }

    private void start(Path folder, String program, Properties properties) throws IOException {
        properties.setProperty("jppf.discovery.enabled", "false");
        Path file = folder.resolve(program + ".properties");
        try (Writer out = Files.newBufferedWriter(file)) {
            properties.store(out, null);
        }
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> words = List.of(
                java,
                "-XX:-UsePerfData",
                "-XX:+UseSerialGC",
                "-Xmx1g",
                "-Djppf.config=" + file,
                "-cp",
                System.getProperty("java.class.path"),
                program,
                "noLauncher");
        Path log = folder.resolve(program + ".log");
        processes.add(new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void work(int tasks) throws IOException {
        Deque<JPPFJob> underWay = new ArrayDeque<>();
        int left = tasks;
        while (left > 0 || !underWay.isEmpty()) {
            while (left > 0 && underWay.size() < jobsUnderWay) {
                int size = Math.min(left, tasksPerJob);
                underWay.add(client.submitAsync(job(size)));
                left -= size;
            }
            check(underWay.remove());
        }
    }

    private static JPPFJob job(int size) throws IOException {
        JPPFJob job = new JPPFJob();
        try {
            for (int i = 0; i < size; i++) {
                job.add(new EmptyTask());
            }
        } catch (JPPFException e) {
            throw new IOException("JPPF takes no task", e);
        }
        return job;
    }

    private static void check(JPPFJob job) throws IOException {
        List<Task<?>> results = job.awaitResults(JOB_PATIENCE.toMillis());
        if (results == null || results.size() != job.getTaskCount()) {
            throw new IOException("a job of JPPF was not done in " + JOB_PATIENCE);
        }
        for (Task<?> result : results) {
            if (result.getThrowable() != null) {
                throw new IOException("a task of JPPF failed", result.getThrowable());
            }
        }
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}
