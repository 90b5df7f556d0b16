package org.gleaner.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.runtime.Probe;
import org.gleaner.agent.runtime.RuntimeFinder;
import org.gleaner.core.agent.AgentInput;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.node.NodeFacts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(900)
final class OwnFactsComponentTest {
    private static final NodeFacts FIRST = new NodeFacts("lab", "linux", "x64", 2, Duration.ofMillis(300), "0.2.0");

    @TempDir
    private Path dir;

    /** What is told later is no news then, so that the agent does not introduce itself again. */
    @Test
    void the_first_introduction_already_names_the_runtimes_that_answer_in_time_and_a_later_one_new_cards()
            throws Exception {
        BlockingQueue<AgentInput> inbox = new LinkedBlockingQueue<>();
        RuntimeFinder finder = new RuntimeFinder(
                List.of(Probe.named("made-up=echo v1.2.3")),
                Map.of("PATH", "/usr/bin:/bin"),
                ProcessBuilder::start,
                dir.resolve("found"));
        try (AgentDirectory directory = AgentDirectory.open(dir.resolve("agent"))) {
            AtomicReference<Amounts> cards = new AtomicReference<>(Amounts.NONE);
            OwnFacts facts = new OwnFacts(directory.benchmarks(), cards::get, inbox::add, Duration.ofMinutes(10));

            NodeFacts begun = facts.begin(FIRST, finder, Thread::new);

            assertThat(begun.abilities().runtimes()).containsExactly(new RuntimeVersion("made-up", "1.2.3"));
            assertThat(inbox.take()).isEqualTo(new AgentInput.FactsFound(begun));

            // A driver that came later than the agent.
            Amounts two = Amounts.parse(List.of("gpu=2"));
            cards.set(two);
            facts.benchmarkAgain();

            assertThat(inbox.take())
                    .isEqualTo(new AgentInput.FactsFound(
                            begun.with(begun.abilities().withProvided(two))));
            facts.close();
        }
    }

    @Test
    void the_first_introduction_names_the_java_of_the_agent_however_busy_the_machine_is() throws Exception {
        CountDownLatch quiet = new CountDownLatch(1);
        List<Probe> probes = new ArrayList<>(Probe.USUAL);
        probes.add(Probe.named("made-up=echo v1.2.3"));
        RuntimeFinder finder = new RuntimeFinder(
                probes,
                Map.of("PATH", System.getProperty("java.home") + "/bin:/usr/bin:/bin"),
                builder -> {
                    quiet.await();
                    return builder.start();
                },
                dir.resolve("found"));
        try (AgentDirectory directory = AgentDirectory.open(dir.resolve("agent"))) {
            OwnFacts facts = new OwnFacts(directory.benchmarks(), () -> Amounts.NONE, told -> {}, Duration.ZERO);

            NodeFacts begun = facts.begin(FIRST, finder, Thread::new);

            assertThat(begun.abilities().runtimes())
                    .extracting(RuntimeVersion::name)
                    .containsExactly("java");
            facts.close();
        }
    }
}
