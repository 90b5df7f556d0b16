package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.gleaner.protocol.json.Json;
import org.junit.jupiter.api.Test;

class CostsTest {
    private static final FigureTable DISPATCH = FigureTable.of("64 nodes", "mode | tasks/s | server CPU ms per task");
    private static final FigureTable QUEUE =
            FigureTable.of("Half of the tasks", "grid | sync p50 us | sync p99 us | heap MB");

    @Test
    void costs_are_found_in_what_a_version_prints_for_scripts() throws IOException {
        Map<Costs.Place, Double> costs =
                Costs.DISPATCH.in(printed(DISPATCH.with("batched", 900.0, 0.03).with("single", 300.0, 0.08)));

        assertThat(costs)
                .containsExactly(
                        entry(new Costs.Place("batched", "server CPU ms per task"), 0.03),
                        entry(new Costs.Place("single", "server CPU ms per task"), 0.08));
    }

    @Test
    void rows_that_differ_in_kind_are_compared_one_by_one() throws IOException {
        byte[] old = printed(DISPATCH.with("batched", 900.0, 0.04).with("single", 300.0, 0.08));
        byte[] fresh = printed(DISPATCH.with("batched", 100.0, 0.02).with("single", 300.0, 0.08));

        assertThat(Costs.DISPATCH.ratios(Costs.DISPATCH.in(old), Costs.DISPATCH.in(fresh)))
                .containsExactly(entry("batched", 0.5), entry("single", 1.0));
    }

    @Test
    void rows_that_differ_in_size_count_alike_however_large_they_are() throws IOException {
        byte[] old = printed(QUEUE.with("small", 1.0, 7.0, 1.0).with("large", 1000.0, 9.0, 3.0));
        byte[] fresh = printed(QUEUE.with("small", 2.0, 99.0, 0.0).with("large", 500.0, 99.0, 6.0));

        assertThat(Costs.QUEUE.ratios(Costs.QUEUE.in(old), Costs.QUEUE.in(fresh)))
                .as("heap MB leaves out what took nothing measurable")
                .containsExactly(entry("heap MB", 2.0), entry("sync p50 us", 1.0));
    }

    @Test
    void what_only_one_version_measures_is_left_out() throws IOException {
        byte[] old = printed(DISPATCH.with("batched", 900.0, 0.04));
        byte[] fresh = printed(DISPATCH.with("single", 300.0, 0.08));

        assertThat(Costs.DISPATCH.ratios(Costs.DISPATCH.in(old), Costs.DISPATCH.in(fresh)))
                .isEmpty();
    }

    private static byte[] printed(FigureTable table) {
        BenchReport report = new BenchReport("any", "a desk", List.of(table), List.of(), List.of());
        return Json.write(report, BenchReport::writeJson);
    }
}
