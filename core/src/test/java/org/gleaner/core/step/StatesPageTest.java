package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.core.attempt.AttemptState;
import org.gleaner.core.job.TaskState;
import org.junit.jupiter.api.Test;

/** Compares docs/states.md with the transition tables in the code. */
final class StatesPageTest {
    private static final Pattern ARROW = Pattern.compile("\\s+([a-z_]+) --> ([a-z_]+).*");

    @Test
    void the_page_draws_exactly_the_transitions_that_a_task_can_make() throws IOException {
        assertThat(drawn("## Task")).isEqualTo(coded(TaskState.values(), TaskState::word, TaskState::mayBecome));
    }

    @Test
    void the_page_draws_exactly_the_transitions_that_an_attempt_can_make() throws IOException {
        assertThat(drawn("## Attempt, in the server's eyes"))
                .isEqualTo(
                        coded(AttemptState.values(), state -> state.word().replace('-', '_'), AttemptState::mayBecome));
    }

    private static SortedSet<String> drawn(String heading) throws IOException {
        SortedSet<String> arrows = new TreeSet<>();
        boolean inside = false;
        for (String line : Files.readAllLines(Path.of("../docs/states.md"))) {
            if (line.startsWith("## ")) {
                inside = line.equals(heading);
            }
            Matcher match = ARROW.matcher(line);
            if (inside && match.matches()) {
                arrows.add(match.group(1) + " -> " + match.group(2));
            }
        }
        return arrows;
    }

    private static <S> SortedSet<String> coded(S[] states, Function<S, String> word, BiPredicate<S, S> mayBecome) {
        SortedSet<String> arrows = new TreeSet<>();
        for (S from : states) {
            Arrays.stream(states)
                    .filter(to -> mayBecome.test(from, to))
                    .forEach(to -> arrows.add(word.apply(from) + " -> " + word.apply(to)));
        }
        return arrows;
    }
}
