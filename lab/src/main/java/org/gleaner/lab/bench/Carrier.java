package org.gleaner.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gleaner.core.id.JobId;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.lab.child.TemporaryFolder;
import org.gleaner.server.token.TokenFiles;

/**
 * Our way with files, by the commands that people use. The task makes other files of the ones it got, which must come
 * back; what it takes for that is left out, and it forces them to the disk before it ends, so that nobody else waits
 * for what it wrote.
 */
final class Carrier {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String TASK = "date +%s%N; cp -r FREIGHT back && chmod -R u+w back"
            + " && for f in back/*; do printf x >>$f; done && find back -type f -exec sync {} + && date +%s%N";

    private final Launch launcher;
    private final Submitter customer;
    private final TaggedAgent agent;
    private final Map<String, String> environment;
    private final Path folder;

    /** @param folder where the user is, and gets what comes back */
    Carrier(Launch launcher, ServerChild server, Submitter customer, TaggedAgent agent, Path folder)
            throws IOException {
        this.launcher = launcher;
        this.customer = customer;
        this.agent = agent;
        this.folder = folder;
        String token = server.endpoint(TokenFiles.ADMIN).token();
        environment = Map.of("GLEANER_BUILD", "never", "GLEANER_URL", server.address(), "GLEANER_TOKEN", token);
    }

    Legs carry(Freight freight) throws IOException, InterruptedException {
        List<String> submit = new ArrayList<>(launcher.words());
        submit.addAll(List.of("submit", "--type", agent.tag(), "--tag", agent.tag(), "--in", freight.name()));
        submit.addAll(List.of("--out", "back", "--shell", TASK.replace("FREIGHT", freight.name())));
        Path from = freight.folder().getParent();
        Called submitted = Called.in(from == null ? freight.folder() : from, environment, submit);
        double accepted = now();
        JobId job = new JobId(Long.parseLong(submitted.out().strip()));
        customer.await(job, PATIENCE, agent::checkHealth);
        double done = now();

        Path target = folder.resolve("back");
        List<String> get = new ArrayList<>(launcher.words());
        get.addAll(List.of("get", job.toString(), "--to", target.toString()));
        Called fetched = Called.in(folder, environment, get);
        List<String> times = Files.readAllLines(target.resolve("stdout"));
        check(target.resolve("back"), freight);
        TemporaryFolder.delete(target);
        double started = Long.parseLong(times.get(0)) / NANOS_PER_SECOND;
        double ended = Long.parseLong(times.get(1)) / NANOS_PER_SECOND;
        // The agent may have begun before the command that submitted ended; then all of it is in that command's time.
        return new Legs(submitted.seconds(), Math.max(0, started - accepted), done - ended, fetched.seconds());
    }

    private static void check(Path returned, Freight freight) throws IOException {
        try (Stream<Path> files = Files.list(returned)) {
            long whole = files.filter(file -> file.toFile().length() == freight.bytesEach() + 1)
                    .count();
            if (whole != freight.files()) {
                throw new FleetFailure("of " + freight.files() + " files " + whole + " came back");
            }
        }
    }

    /** By the clock that the task reads too. */
    private static double now() {
        return System.currentTimeMillis() / 1e3;
    }
}
