package org.gleaner.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TakenFileTest {
    private static final Placeholders THIRD = Placeholders.of(new ArrayShape.Range(10, 50, 10), entry("30"), 3);

    private static Entry entry(String value) {
        return new Entry(value, List.of());
    }

    private static @Nullable String alone(String path, String to, String output) {
        return new TakenFile(path, to).place(output, THIRD, false);
    }

    private static @Nullable String several(String path, String to, String output) {
        return new TakenFile(path, to).place(output, THIRD, true);
    }

    @Test
    void a_file_of_one_task_keeps_its_name_and_those_of_several_get_a_directory_each() {
        assertThat(alone("out.csv", "", "out.csv")).isEqualTo("out.csv");
        assertThat(several("out.csv", "", "out.csv")).isEqualTo("parts/3/out.csv");
        assertThat(several("", "", "a/b.csv")).isEqualTo("parts/3/a/b.csv");
        assertThat(alone("out.csv", "", "other.csv")).isNull();
        assertThat(alone("out", "", "out.csv")).isNull();
    }

    @Test
    void a_directory_is_taken_with_all_that_is_in_it() {
        assertThat(alone("res", "", "res/a/b")).isEqualTo("res/a/b");
        assertThat(alone("res", "in", "res/a/b")).isEqualTo("in/a/b");
        assertThat(alone("res", "in/", "res/a/b")).isEqualTo("in/res/a/b");
        assertThat(alone("", "in", "res/a")).isEqualTo("in/res/a");
    }

    @Test
    void placeholders_are_those_of_the_task_that_left_the_file() {
        assertThat(several("out-{}.csv", "", "out-30.csv")).isEqualTo("parts/3/out-30.csv");
        assertThat(several("out-{}.csv", "all/", "out-30.csv")).isEqualTo("all/out-30.csv");
        assertThat(several("out.csv", "all/{}.csv", "out.csv")).isEqualTo("all/30.csv");
        assertThat(several("out-{}.csv", "", "out-40.csv")).isNull();
    }

    @Test
    void a_word_in_braces_that_is_no_column_is_found_unless_an_output_is_called_so() {
        TakenFile file = new TakenFile("d/{alpha}-{#}-{}.csv", "");

        assertThat(file.missingColumn(List.of("beta"), List.of(new OutputFile("d", false))))
                .contains("alpha");
        assertThat(file.missingColumn(List.of("alpha"), List.of(new OutputFile("d", false))))
                .isEmpty();
        assertThat(file.missingColumn(List.of(), List.of(new OutputFile("d/{alpha}", false))))
                .isEmpty();
    }

    @Test
    void what_a_job_can_never_leave_is_known_before_it_runs() {
        List<OutputFile> outputs = List.of(new OutputFile("res", false), new OutputFile("log/x", true));

        assertThat(new TakenFile("res", "").mayBeOf(outputs)).isTrue();
        assertThat(new TakenFile("res/a/b", "").mayBeOf(outputs)).isTrue();
        assertThat(new TakenFile("log", "").mayBeOf(outputs)).isTrue();
        assertThat(new TakenFile("stdout", "").mayBeOf(List.of())).isTrue();
        assertThat(new TakenFile("{}.csv", "").mayBeOf(outputs)).isTrue();
        assertThat(new TakenFile("out.csv", "").mayBeOf(outputs)).isFalse();
        assertThat(new TakenFile("", "").mayBeOf(List.of())).isFalse();
    }

    @Test
    void names_that_lead_out_of_the_directory_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TakenFile("../up", ""));
        assertThatIllegalArgumentException().isThrownBy(() -> new TakenFile("a", "/etc/passwd"));
        assertThatIllegalArgumentException().isThrownBy(() -> new TakenFile("a", "b//"));
    }
}
