package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.gleaner.protocol.json.Json;
import org.junit.jupiter.api.Test;

/** What people and scripts are told, and when a run counts as missed. */
final class BenchReportTest {
    private static final Bar KEPT = new Bar("decision", 1.5, 2, "times");
    private static final Bar MISSED = new Bar("heap", 101, 100, "MB");

    @Test
    void one_missed_bar_makes_the_run_bad() {
        assertThat(report(KEPT).isGood()).isTrue();
        assertThat(report(KEPT, MISSED).isGood()).isFalse();
    }

    @Test
    void a_bar_that_is_just_reached_is_kept() {
        assertThat(new Bar("decision", 2, 2, "times").isKept()).isTrue();
    }

    @Test
    void the_text_is_a_table_for_a_document_and_names_the_missed_bar() {
        assertThat(report(KEPT, MISSED).text())
                .contains("| grid | p50 us |\n| --- | --- |\n| small | 12.3 |\n")
                .contains("ok     decision: 1.50 times (bar: 2.00)")
                .contains("MISSED heap: 101 MB (bar: 100)")
                .endsWith("note: read with care\n");
    }

    @Test
    void the_json_says_the_same_to_scripts() {
        assertThat(new String(Json.write(report(MISSED), BenchReport::writeJson), StandardCharsets.UTF_8))
                .isEqualTo("{\"version\":1,\"bench\":\"queue\",\"machine\":\"a desk\",\"good\":false,"
                        + "\"tables\":[{\"title\":\"Costs\",\"rows\":[{\"grid\":\"small\",\"p50 us\":12.34}]}],"
                        + "\"bars\":[{\"name\":\"heap\",\"value\":101.0,\"limit\":100.0,\"unit\":\"MB\","
                        + "\"kept\":false}],\"notes\":[\"read with care\"]}");
    }

    @Test
    void a_row_must_fit_its_columns() {
        FigureTable table = FigureTable.of("Costs", "grid | p50 us");

        assertThatThrownBy(() -> table.with("small", 1.0, 2.0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void quantiles_are_samples_that_were_measured() {
        Samples samples = new Samples();
        for (int i = 2000; i >= 1; i--) {
            samples.add(1000L * i);
        }

        assertThat(samples.micros(0.5)).isEqualTo(1000);
        assertThat(samples.micros(0.99)).isEqualTo(1980);
        assertThat(samples.micros(1)).isEqualTo(2000);
    }

    private static BenchReport report(Bar... bars) {
        FigureTable table = FigureTable.of("Costs", "grid | p50 us").with("small", 12.34);
        return new BenchReport("queue", "a desk", List.of(table), List.of(bars), List.of("read with care"));
    }
}
