package org.gleaner.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class DeclaredOutputsTest {
    private static final DeclaredOutputs TASK = DeclaredOutputs.of(
            List.of(new OutputFile("result.csv", false), new OutputFile("plots/{}", true)),
            Placeholders.of(new ArrayShape.Listed(2), new Entry("a", List.of()), 1));

    @Test
    void what_is_named_and_what_lies_below_it_may_come_and_nothing_else() {
        assertThat(List.of("result.csv", "plots/a", "plots/a/1.png", "plots/a/.x/y"))
                .allMatch(TASK::include);
        assertThat(List.of("other", "plots", "plots/b", "plots/ab", "result.csv2", ".git/hooks/pre-commit"))
                .noneMatch(TASK::include);
    }

    @Test
    void only_a_declared_name_is_what_its_owner_asked_for() {
        assertThat(TASK.name("plots/a")).isTrue();
        assertThat(TASK.name("plots/a/1.png")).isFalse();
    }

    @Test
    void a_hidden_name_is_one_that_its_owner_did_not_choose() {
        DeclaredOutputs hidden = DeclaredOutputs.of(
                List.of(new OutputFile(".cache/.state", false)),
                Placeholders.of(new ArrayShape.Single(), new Entry("", List.of()), 1));

        assertThat(hidden.hides(".cache/.state")).isFalse();
        assertThat(hidden.hides(".cache/.state/a")).isFalse();
        assertThat(hidden.hides(".cache/.state/a/.b")).isTrue();
        assertThat(TASK.hides("plots/a/.git/hooks/pre-commit")).isTrue();
        assertThat(TASK.hides("result.csv")).isFalse();
    }

    @Test
    void names_without_placeholders_are_those_of_all_tasks() {
        assertThat(DeclaredOutputs.areFixed(List.of(new OutputFile("a", false))))
                .isTrue();
        assertThat(DeclaredOutputs.areFixed(List.of(new OutputFile("a", false), new OutputFile("b{#}", false))))
                .isFalse();
    }
}
