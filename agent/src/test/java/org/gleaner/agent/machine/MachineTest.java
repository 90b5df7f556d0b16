package org.gleaner.agent.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.gleaner.core.node.NodeFacts;
import org.junit.jupiter.api.Test;

final class MachineTest {
    @Test
    void finds_out_the_facts_of_this_machine() {
        Machine machine = new Machine();

        NodeFacts facts = machine.facts(Duration.ofMillis(300), "1");

        assertThat(facts.name()).isNotBlank();
        assertThat(facts.os()).isIn("linux", "macos");
        assertThat(facts.arch()).doesNotContain(" ");
        assertThat(facts.cores()).isPositive();
        assertThat(machine.memory().bytes()).isGreaterThan(1 << 20);
        assertThat(machine.load()).isBetween(0.0, 1.0);
    }

    @Test
    void memory_that_is_available_is_read_from_what_the_kernel_says() {
        Stream<String> lines =
                Stream.of("MemTotal:       24617188 kB", "MemFree:  100 kB", "MemAvailable:   20971520 kB");

        assertThat(Machine.availableMemory(lines)).hasValue(20L << 30);
        assertThat(Machine.availableMemory(Stream.of("MemTotal: 1 kB"))).isEmpty();
    }

    @Test
    void the_benchmark_counts_the_best_round() {
        long[] times = {
            0,
            90_000_000,
            100_000_000,
            160_000_000,
            200_000_000,
            280_000_000,
            300_000_000,
            390_000_000,
            400_000_000,
            480_000_000
        };
        int[] next = {0};

        Duration result = new Benchmark(() -> times[next[0]++]).run();

        assertThat(result).isEqualTo(Duration.ofMillis(300));
    }
}
