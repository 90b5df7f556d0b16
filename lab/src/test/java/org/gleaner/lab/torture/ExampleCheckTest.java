package org.gleaner.lab.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Answers of examples that are wrong in one way each; checks/ExamplesTest has the right ones. */
final class ExampleCheckTest {
    private static String light(String reflected, String transmitted, String absorbed) {
        String said = "reflected " + reflected + ", transmitted " + transmitted + ", absorbed " + absorbed;
        return ExampleCheck.wrong(Example.LIGHT, said, 1);
    }

    @Test
    void light_that_is_lost_counted_twice_or_elsewhere_is_found() {
        assertThat(light("0.359", "0.359", "0.282")).isEmpty();
        assertThat(light("0.287", "0.287", "0.226")).contains("light is lost");
        assertThat(light("0.431", "0.431", "0.338")).contains("comes from nowhere");
        assertThat(light("0.383", "0.335", "0.282")).contains("a direct run finds");
        assertThat(ExampleCheck.wrong(Example.LIGHT, "NaN", 1)).contains("no fates");
    }

    private static String power(String said) {
        return ExampleCheck.wrong(Example.LOGARITHM, said, 1);
    }

    @Test
    void an_exponent_must_be_the_one_that_was_asked_for_in_a_group_of_that_size() {
        assertThat(power("4^2298633409 = 1902672209 modulo 8589935363")).isEmpty();
        assertThat(power("4^2298633408 = 1902672209 modulo 8589935363")).contains("that power is");
        assertThat(power("4^2 = 16 modulo 8589935363")).contains("2298633409 was asked for");
        assertThat(power("4^2 = 16 modulo 8589935365")).contains("no safe prime");
        assertThat(power("4^2 = 16 modulo 23")).contains("no safe prime");
        assertThat(power("")).contains("no power");
    }

    @Test
    void strings_that_are_missed_or_miscounted_are_found() {
        String string = "ACACGAGCTGAAGAGCTACAGTAGACCATAAG";

        assertThat(ExampleCheck.wrong(
                        Example.REPEATS, "1327 strings of 32 letters occur more than once, " + string + " 3 times", 1))
                .isEmpty();
        assertThat(ExampleCheck.wrong(
                        Example.REPEATS, "1326 strings of 32 letters occur more than once, " + string + " 3 times", 1))
                .contains("to count them all finds that 1327");
    }

    private static String tour(String length, String order) {
        return ExampleCheck.wrong(Example.TOUR, "tour: " + length + " long, 31.45 at the start: " + order, 1);
    }

    private static String cities(int end) {
        return IntStream.range(0, end).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }

    @Test
    void a_tour_must_be_whole_as_long_as_it_is_said_and_short() {
        assertThat(tour("31.45", cities(60))).contains("the nearest city is shorter");
        assertThat(tour("6.38", cities(60))).contains("that tour is 31.4");
        assertThat(tour("31.45", cities(59))).contains("not visit every city once");
        assertThat(tour("31.45", cities(59) + " 0")).contains("not visit every city once");
        assertThat(tour("31.45", "none")).contains("no tour");
    }
}
