package org.gleaner.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The values that people write and that cross the wire. */
final class DescriptionTest {
    @ParameterizedTest
    @CsvSource({"512, 512", "1K, 1024", "2M, 2097152", "1.5G, 1610612736", "2GiB, 2147483648", "1T, 1099511627776"})
    void sizes_are_read_in_powers_of_1024(String text, long bytes) {
        assertThat(MemorySize.parse(text).bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "G", "-1G", "2X", "1,5G", "two"})
    void anything_else_is_no_size(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MemorySize.parse(text))
                .withMessageContaining("2G");
    }

    @ParameterizedTest
    @CsvSource({"512, 512 B", "1024, 1 KB", "1610612736, 1.5 GB", "21474836480, 20 GB"})
    void sizes_are_written_for_people(long bytes, String text) {
        assertThat(new MemorySize(bytes)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({"500ms, 500", "20s, 20000", "10m, 600000", "2h, 7200000", "7d, 604800000"})
    void spans_of_time_are_read_with_their_unit(String text, long millis) {
        assertThat(Spans.parse(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.0 s",
        "1, 1 ms",
        "49, 49 ms",
        "300, 0.3 s",
        "45000, 45 s",
        "7200000, 2 h",
        "12000000, 3 h 20 min",
        "172800000, 2 d"
    })
    void spans_of_time_are_written_for_people(long millis, String text) {
        assertThat(Spans.text(Duration.ofMillis(millis))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10", "m", "1.5h", "-3s", "10 m"})
    void a_span_without_a_unit_is_refused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Spans.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "{}, data/a.tar.gz",
        "{.}, data/a.tar",
        "{/}, a.tar.gz",
        "{/.}, a.tar",
        "{#}, 7",
        "x{}y{#}, xdata/a.tar.gzy7",
        "{unknown}, {unknown}",
        "{, {",
        "plain, plain"
    })
    void placeholders_are_replaced_as_gnu_parallel_does(String template, String expanded) {
        assertThat(expanded(template, "data/a.tar.gz", 7)).isEqualTo(expanded);
    }

    @Test
    void an_entry_that_contains_braces_is_not_expanded_again() {
        assertThat(expanded("{} {#}", "{#}{}", 3)).isEqualTo("{#}{} 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/etc/passwd", "../up", "a/../b", "a//b", "./a", "a\\b", "C:x", "a\nb", "a/"})
    void a_file_name_that_could_leave_the_directory_is_refused(String path) {
        assertThatIllegalArgumentException().isThrownBy(() -> FilePath.check(path));
    }

    @Test
    void a_new_file_name_must_fit_on_a_disk_and_a_stored_one_is_read_as_it_is() {
        for (String path : List.of("d/\ud800", "\udc00\ud800", "n".repeat(256), "d/" + "ü".repeat(128))) {
            assertThat(FilePath.check(path)).isEqualTo(path);
            assertThatIllegalArgumentException().isThrownBy(() -> FilePath.checkNew(path));
        }
        for (String path : List.of("n".repeat(255), "\ud83d\ude00", "ü".repeat(127) + "/" + "n".repeat(255))) {
            assertThat(FilePath.checkNew(path)).isEqualTo(path);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> FilePath.checkNew("../up"));
    }

    @Test
    void half_a_character_on_the_command_line_is_no_more_text_than_bytes_that_are_none() {
        assertThat(List.of("\ud800", "a\udc00", "\ude00\ud83d", "\ud83d\ud83d\ude00", "a\ufffd"))
                .allMatch(FilePath::isAltered);
        assertThat(List.of("", "a", "\u00e9\u2028", "\ud83d\ude00", "\ud83d\ude00\ud83d\ude00"))
                .noneMatch(FilePath::isAltered);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a b", "-rf", ";id", "$(touch x)", "ü", "dir/sub/file.txt", "..a", "{}"})
    void a_file_name_may_look_odd_as_long_as_it_stays_inside(String path) {
        assertThat(FilePath.check(path)).isEqualTo(path);
    }

    @Test
    void ordinals_survive_the_way_through_bits() {
        BitSet bits = new BitSet();
        bits.set(1, 4);
        bits.set(7);
        bits.set(9, 1000);

        Ordinals ordinals = Ordinals.of(bits);

        assertThat(ordinals.spans())
                .containsExactly(new Ordinals.Span(1, 3), new Ordinals.Span(7, 7), new Ordinals.Span(9, 999));
        assertThat(ordinals.toBits()).isEqualTo(bits);
        assertThat(ordinals.count()).isEqualTo(bits.cardinality());
        assertThat(ordinals.contains(7)).isTrue();
        assertThat(ordinals.contains(8)).isFalse();
    }

    @Test
    void a_nul_character_is_refused_because_no_system_can_pass_it() {
        assertThatIllegalArgumentException().isThrownBy(() -> new CommandLine.Words(List.of("a", "b\0c")));
        assertThatIllegalArgumentException().isThrownBy(() -> new CommandLine.ShellLine("a\0"));
        assertThatIllegalArgumentException().isThrownBy(() -> new Entry("\0", List.of()));
    }

    @Test
    void a_range_counts_its_values_by_its_step() {
        ArrayShape.Range range = new ArrayShape.Range(1, 10, 3);

        assertThat(range.size()).isEqualTo(4);
        assertThat(List.of(range.value(1), range.value(4))).containsExactly(1L, 10L);
    }

    @Test
    void an_empty_or_endless_range_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ArrayShape.Range(5, 4, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new ArrayShape.Range(1, 10_000_000_000L, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new ArrayShape.Range(1, 2, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new ArrayShape.Range(Long.MIN_VALUE, Long.MAX_VALUE, 1));
    }

    @Test
    void a_job_has_the_first_state_in_order_that_any_of_its_tasks_is_in() {
        assertThat(new TaskCounts(0, 5, 1, 9, 0, 2, 0).jobState()).isEqualTo(TaskState.RUNNING);
        assertThat(new TaskCounts(0, 0, 0, 9, 1, 2, 0).jobState()).isEqualTo(TaskState.PAUSED);
        assertThat(new TaskCounts(0, 0, 0, 9, 0, 0, 1).jobState()).isEqualTo(TaskState.CANCELLED);
        assertThat(new TaskCounts(0, 0, 0, 9, 0, 0, 0).jobState()).isEqualTo(TaskState.DONE);
    }

    private static String expanded(String template, String entry, int ordinal) {
        return Placeholders.of(new ArrayShape.Single(), new Entry(entry, List.of()), ordinal)
                .expand(template);
    }
}
