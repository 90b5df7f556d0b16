package org.gleaner.lab.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gleaner.lab.torture.EvidenceCheck.Broken;
import org.gleaner.lab.torture.ProgramStory.Kind;
import org.junit.jupiter.api.Test;

/** Each promise to Java programs, broken in otherwise faultless stories. */
final class ProgramCheckTest {
    private static final int SIZE = 3;

    private final ProgramStory problem = new ProgramStory("sum", Kind.PROBLEM, SIZE);
    private final ProgramStory executor = new ProgramStory("calls", Kind.EXECUTOR, SIZE);

    @Test
    void stories_as_they_should_be_have_no_finding() {
        problem.hear(List.of("job 7"));
        problem.hear(List.of("job 7", "answer " + ChecksumProgram.answer(SIZE), "end"));
        executor.hear(calls(1, 2, 3));

        assertThat(ProgramCheck.of(List.of(problem, executor))).isEmpty();
    }

    @Test
    void a_result_that_was_merged_twice_shows_in_the_answer() {
        problem.hear(List.of("job 7", "answer " + (ChecksumProgram.answer(SIZE) + ChecksumProgram.checksum(1)), "end"));

        assertThat(kinds(problem)).containsExactly("a wrong answer");
    }

    @Test
    void a_wrong_result_of_a_call_is_found_also_if_the_program_was_killed_then() {
        executor.hear(List.of("call 2 17"));
        executor.hear(calls(1, 2, 3));

        assertThat(ProgramCheck.of(List.of(executor)))
                .containsExactly(new Broken(
                        "a wrong answer",
                        "calls (executor of 3): it was told 'call 2 17' and not 'call 2 " + ChecksumProgram.checksum(2)
                                + "'"));
    }

    @Test
    void a_call_without_a_result_is_found() {
        executor.hear(calls(1, 3));

        assertThat(kinds(executor)).containsExactly("an answer is missing");
    }

    @Test
    void a_killed_program_may_have_sent_some_calls_only_but_those_that_it_was_told_of_are_not_forgotten() {
        executor.hear(calls(1, 2).subList(0, 2));
        executor.hear(calls(1, 2));
        ProgramStory forgotten = new ProgramStory("more calls", Kind.EXECUTOR, SIZE);
        forgotten.hear(calls(1, 2).subList(0, 2));
        forgotten.hear(calls(1));

        assertThat(kinds(executor)).isEmpty();
        assertThat(kinds(forgotten)).containsExactly("an answer is missing");
    }

    @Test
    void a_problem_without_an_answer_and_a_program_that_does_not_end_are_found() {
        problem.hear(List.of("job 7", "end"));
        executor.hear(calls(1, 2).subList(0, 2));

        assertThat(kinds(problem)).containsExactly("an answer is missing");
        assertThat(kinds(executor)).containsExactly("a program does not end");
    }

    @Test
    void a_program_that_was_killed_before_the_server_knew_of_it_is_nothing_unless_it_was_told_otherwise() {
        executor.hear(List.of());
        executor.settleAsNothing();
        problem.hear(List.of("job 7"));
        problem.settleAsNothing();

        assertThat(kinds(executor)).isEmpty();
        assertThat(kinds(problem)).containsExactly("a program's job is lost");
    }

    @Test
    void a_wrong_answer_of_an_example_is_found_with_what_it_should_be() {
        ProgramStory example = ProgramStory.of("x", Example.LOGARITHM, 1);
        example.hear(List.of("job 7", "answer 4^2 = 16 modulo 8589935363", "end"));

        assertThat(ProgramCheck.of(List.of(example)))
                .containsExactly(new Broken(
                        "a wrong answer",
                        "x (logarithm with seed 1): it was told 'answer 4^2 = 16 modulo 8589935363',"
                                + " but the power of 2298633409 was asked for"));
    }

    @Test
    void a_right_answer_of_an_example_is_enough_and_none_is_a_finding() {
        ProgramStory example = ProgramStory.of("x", Example.LOGARITHM, 1);
        example.hear(List.of("job 7"));
        example.hear(List.of("job 7", "answer 4^2298633409 = 1902672209 modulo 8589935363", "end"));
        ProgramStory silent = ProgramStory.of("y", Example.TOUR, 1);
        silent.hear(List.of("job 8", "end"));

        assertThat(kinds(example)).isEmpty();
        assertThat(kinds(silent)).containsExactly("an answer is missing");
    }

    private static List<String> kinds(ProgramStory story) {
        return ProgramCheck.of(List.of(story)).stream().map(Broken::kind).toList();
    }

    private static List<String> calls(long... numbers) {
        List<String> lines = new ArrayList<>();
        for (long number : numbers) {
            lines.add("call " + number + " " + ChecksumProgram.checksum(number));
        }
        return Stream.concat(lines.stream(), Stream.of("end")).toList();
    }
}
