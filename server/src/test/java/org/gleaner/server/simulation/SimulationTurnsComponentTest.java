package org.gleaner.server.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.message.SimulationRequest;
import org.gleaner.protocol.message.SimulationView;
import org.gleaner.protocol.message.SimulationView.Failure;
import org.gleaner.protocol.message.SimulationView.State;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who goes next, with processes that go on until they are stopped. */
final class SimulationTurnsComponentTest {
    private static final Owner ADA = new Owner("ada");
    private static final Owner BOB = new Owner("bob");
    private static final Caller ADMIN = new Caller(new Owner("admin"), true);
    private static final Simulator ENDLESS = new Simulator() {
        @Override
        public List<String> scenarios() {
            return List.of("small");
        }

        @Override
        public Optional<Failure> flaw(String text) {
            return Optional.empty();
        }

        @Override
        public Launch launch(SimulationRequest request, Path directory) {
            return new Launch(List.of("sleep", "1000"), "");
        }
    };
    private static final SimulationRequest SMALL =
            new SimulationRequest(new SimulationRequest.BuiltIn("small"), List.of(), List.of(), 1, 1);

    @TempDir
    private Path data;

    private final AtomicInteger ids = new AtomicInteger();

    private Simulations simulations() {
        return new Simulations(ENDLESS, data, InstantSource.system(), () -> "s" + ids.incrementAndGet());
    }

    @Test
    void an_owner_who_had_no_turn_goes_before_one_who_had() throws Exception {
        try (Simulations simulations = simulations()) {
            String first = begin(simulations, ADA);
            awaitRunning(simulations, first);
            String second = begin(simulations, ADA);
            String other = begin(simulations, BOB);
            assertThat(ahead(simulations, first)).isNull();
            assertThat(ahead(simulations, other)).as("the one that runs").isEqualTo(1);
            assertThat(ahead(simulations, second)).isEqualTo(2);

            simulations.stop(ADMIN, first);

            awaitRunning(simulations, other);
            assertThat(state(simulations, second)).isEqualTo(State.WAITING);
            begin(simulations, BOB);
            simulations.stop(ADMIN, other);
            awaitRunning(simulations, second);
        }
    }

    @Test
    void of_a_user_who_was_removed_nothing_runs_or_waits_and_nothing_is_known() throws Exception {
        try (Simulations simulations = simulations()) {
            String first = begin(simulations, ADA);
            awaitRunning(simulations, first);
            begin(simulations, ADA);
            String other = begin(simulations, BOB);

            simulations.forget(ADA);

            awaitRunning(simulations, other);
            assertThat(simulations.list(ADMIN)).extracting(SimulationView::id).containsExactly(other);
        }
    }

    @Test
    void what_a_killed_server_left_is_removed_at_the_start() throws Exception {
        Path left = Files.createDirectories(data.resolve("simulation/deep")).resolve("scenario.xml");
        Files.writeString(left, "private", UTF_8);

        try (Simulations simulations = simulations()) {
            assertThat(simulations.list(ADMIN)).isEmpty();
            assertThat(data.resolve("simulation")).doesNotExist();
        }
    }

    private static String begin(Simulations simulations, Owner owner) throws Exception {
        return simulations.begin(owner, SMALL).id();
    }

    private static @Nullable Integer ahead(Simulations simulations, String id) {
        return simulations
                .find(ADMIN, id)
                .map(SimulationView::course)
                .orElseThrow()
                .ahead();
    }

    private static State state(Simulations simulations, String id) {
        return simulations
                .find(ADMIN, id)
                .map(SimulationView::course)
                .orElseThrow()
                .state();
    }

    private static void awaitRunning(Simulations simulations, String id) {
        await().atMost(Duration.ofMinutes(2)).until(() -> state(simulations, id) == State.RUNNING);
    }
}
