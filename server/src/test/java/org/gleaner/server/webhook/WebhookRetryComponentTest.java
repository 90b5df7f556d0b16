package org.gleaner.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Feedback;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.step.BatchStep;
import org.gleaner.core.store.InMemoryStore;
import org.gleaner.server.loop.BatchListener.Batch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An address that is in trouble is told again, but not for ever. */
final class WebhookRetryComponentTest {
    private static final JobId JOB = new JobId(1);
    private static final Duration SOON = Duration.ofMillis(1);

    private final BlockingQueue<Integer> answers = new LinkedBlockingQueue<>();
    private final BlockingQueue<Integer> given = new LinkedBlockingQueue<>();
    /** Calls that are never answered. */
    private final BlockingQueue<String> slow = new LinkedBlockingQueue<>();

    private HttpServer listener;

    @BeforeEach
    void listen() throws Exception {
        listener = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        listener.createContext("/", exchange -> {
            Integer status = answers.poll();
            exchange.sendResponseHeaders(status == null ? 500 : status, -1);
            exchange.close();
            given.add(status == null ? 500 : status);
        });
        listener.createContext(
                "/slow", exchange -> slow.add(exchange.getRequestURI().getPath()));
        listener.start();
    }

    @AfterEach
    void stop() {
        listener.stop(0);
    }

    private static Batch batch(GridEvent.Hard... events) {
        BatchStep.Result result = new BatchStep.Result(List.of(), List.of(events), false, List.of(), Optional.empty());
        return new Batch(result, Optional.empty(), Optional.empty(), true, 1, Duration.ZERO);
    }

    private Settings allowing() {
        return Settings.DEFAULT.with(
                "webhooks", "127.0.0.1:" + listener.getAddress().getPort());
    }

    private void close(WebhookSender sender, InMemoryStore store) throws Exception {
        close(sender, store, JOB, "ann", "/");
    }

    private void close(WebhookSender sender, InMemoryStore store, JobId job, String owner, String path)
            throws Exception {
        int port = listener.getAddress().getPort();
        JobSpec spec = new JobSpec(
                        "a",
                        "a",
                        new CommandLine.Words(List.of("true")),
                        new ArrayShape.Single(),
                        List.of(),
                        List.of(),
                        Requirements.ONE_CORE,
                        JobLimits.DEFAULT)
                .with(new Feedback(null, "http://127.0.0.1:" + port + path));
        GridEvent.JobClosed closed = new GridEvent.JobClosed(job, new TaskCounts(0, 0, 0, 0, 0, 0, 1), Instant.EPOCH);
        store.write(List.of(
                new GridEvent.JobSubmitted(job, new Owner(owner), Instant.EPOCH, spec, List.of(), null),
                new GridEvent.TasksMoved(job, Ordinals.one(1), TaskState.CANCELLED),
                closed));

        sender.done(batch(closed));
    }

    @Test
    void trouble_over_there_is_tried_again_until_it_is_told() throws Exception {
        answers.addAll(List.of(503, 429, 200));
        InMemoryStore store = new InMemoryStore();
        try (WebhookSender sender = new WebhookSender(store, this::allowing, List.of(SOON, SOON, SOON))) {
            close(sender, store);

            assertThat(given.poll(20, TimeUnit.SECONDS)).isEqualTo(503);
            assertThat(given.poll(20, TimeUnit.SECONDS)).isEqualTo(429);
            assertThat(given.poll(20, TimeUnit.SECONDS)).isEqualTo(200);
            assertThat(given.poll(300, TimeUnit.MILLISECONDS)).isNull();
        }
    }

    @Test
    void tries_end_and_a_refusal_is_final() throws Exception {
        answers.addAll(List.of(500, 404));
        InMemoryStore store = new InMemoryStore();
        try (WebhookSender sender = new WebhookSender(store, this::allowing, List.of(SOON, SOON, SOON))) {
            close(sender, store);

            assertThat(given.poll(20, TimeUnit.SECONDS)).isEqualTo(500);
            assertThat(given.poll(20, TimeUnit.SECONDS)).isEqualTo(404);
            assertThat(given.poll(300, TimeUnit.MILLISECONDS)).isNull();
        }
        InMemoryStore other = new InMemoryStore();
        try (WebhookSender sender = new WebhookSender(other, this::allowing, List.of(SOON))) {
            close(sender, other);

            assertThat(given.poll(20, TimeUnit.SECONDS)).isEqualTo(500);
            assertThat(given.poll(20, TimeUnit.SECONDS)).isEqualTo(500);
            assertThat(given.poll(300, TimeUnit.MILLISECONDS)).isNull();
        }
    }

    @Test
    void an_address_that_never_answers_keeps_that_of_another_owner_from_nothing() throws Exception {
        InMemoryStore store = new InMemoryStore();
        try (WebhookSender sender = new WebhookSender(store, this::allowing, List.of(SOON))) {
            for (int job = 2; job < 12; job++) {
                close(sender, store, new JobId(job), "ann", "/slow");
            }
            assertThat(slow.poll(20, TimeUnit.SECONDS)).isNotNull();
            answers.add(200);

            close(sender, store, new JobId(20), "bob", "/");

            // All of the others would take two hundred seconds until they are given up.
            assertThat(given.poll(20, TimeUnit.SECONDS)).isEqualTo(200);
        }
    }
}
