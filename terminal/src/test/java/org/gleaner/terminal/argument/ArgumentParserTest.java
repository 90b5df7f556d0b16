package org.gleaner.terminal.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.gleaner.protocol.problem.Nearest;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.junit.jupiter.api.Test;

final class ArgumentParserTest {
    private static final List<Flag> FLAGS = List.of(
            Flag.many("in", "F", "a file"), Flag.one("array", "A-B", "a range"), Flag.on("wait", "wait"), Flag.JSON);
    private static final Syntax COMMAND =
            Syntax.of("submit", "hand in", Operands.command("COMMAND…")).flags(FLAGS);
    private static final Syntax PLAIN =
            Syntax.of("get", "fetch", Operands.of("[SEL]", 0, 1)).flags(FLAGS);

    private static CliFailure refusal(Syntax syntax, String... words) {
        CliFailure failure = catchThrowableOfType(CliFailure.class, () -> ArgumentParser.parse(syntax, List.of(words)));
        assertThat(failure.exit()).isEqualTo(Exit.USAGE);
        return failure;
    }

    @Test
    void values_follow_as_next_word_or_behind_an_equals_sign() throws CliFailure {
        Arguments parsed = ArgumentParser.parse(COMMAND, List.of("--in", "a", "--in=b=c", "--array=1-9", "cmd"));

        assertThat(parsed.all("in")).containsExactly("a", "b=c");
        assertThat(parsed.text("array")).isEqualTo("1-9");
        assertThat(parsed.operands()).containsExactly("cmd");
    }

    @Test
    void the_home_directory_is_found_where_no_shell_looks_for_it() throws CliFailure {
        Map<String, String> environment = Map.of("HOME", "/home/ann");

        Arguments parsed = ArgumentParser.parse(
                COMMAND, List.of("--in=~/a", "--in=~", "--in=~bob/a", "--in=b~/a", "cmd", "--in=~/a"), environment);

        assertThat(parsed.all("in")).containsExactly("/home/ann/a", "/home/ann", "~bob/a", "b~/a");
        assertThat(parsed.operands()).containsExactly("cmd", "--in=~/a");
        assertThat(ArgumentParser.parse(COMMAND, List.of("--in=~/a", "cmd")).all("in"))
                .containsExactly("~/a");
    }

    @Test
    void parsing_stops_at_the_first_word_of_a_command() throws CliFailure {
        Arguments parsed = ArgumentParser.parse(COMMAND, List.of("--wait", "sort", "--json", "-n", "--", "x"));

        assertThat(parsed.operands()).containsExactly("sort", "--json", "-n", "--", "x");
        assertThat(parsed.json()).isFalse();
    }

    @Test
    void flags_may_stand_behind_a_selector() throws CliFailure {
        Arguments parsed = ArgumentParser.parse(PLAIN, List.of("7", "--json"));

        assertThat(parsed.operand(0, "")).isEqualTo("7");
        assertThat(parsed.json()).isTrue();
    }

    @Test
    void times_as_other_programs_write_them_are_answered_with_ours() {
        assertThat(spanRefusal("1:00:00")).contains("Instead of 1:00:00 write 1h.");
        assertThat(spanRefusal("0:90:00")).contains("Instead of 0:90:00 write 90m.");
        assertThat(spanRefusal("1:30")).contains("Instead of 1:30 write 90s.");
        assertThat(spanRefusal("90")).contains("With a unit: 90s, 90m, 90h or 90d.");
        assertThat(spanRefusal("soon")).contains("'soon'").doesNotContain("For ");
    }

    private static String spanRefusal(String value) {
        CliFailure failure = catchThrowableOfType(
                CliFailure.class,
                () -> ArgumentParser.parse(PLAIN, List.of("--array=" + value)).span("array"));
        return failure.why();
    }

    @Test
    void two_dashes_end_the_flags() throws CliFailure {
        assertThat(ArgumentParser.parse(COMMAND, List.of("--", "--odd-name")).operands())
                .containsExactly("--odd-name");
    }

    @Test
    void a_negative_number_is_a_value_and_no_flag() throws CliFailure {
        assertThat(ArgumentParser.parse(PLAIN, List.of("-1", "--json")).operands())
                .containsExactly("-1");
        assertThat(ArgumentParser.parse(PLAIN, List.of("-.5s")).operands()).containsExactly("-.5s");
        assertThat(refusal(COMMAND, "-1", "cmd").what()).isEqualTo("Unknown flag -1.");
        assertThat(refusal(PLAIN, "-x").what()).isEqualTo("Unknown flag -x.");
    }

    @Test
    void an_unknown_flag_is_answered_with_the_nearest_one() {
        assertThat(refusal(COMMAND, "--arrey", "1-9").next()).isEqualTo("Did you mean --array?");
        assertThat(refusal(COMMAND, "--arr=1-9").next()).isEqualTo("Did you mean --array?");
        assertThat(Nearest.to("--qos", List.of("--os", "--out"))).isNull();
        assertThat(Nearest.to("--hold", List.of("--help", "--after"))).isNull();
        assertThat(Nearest.to("--priorty", List.of("--priority"))).isEqualTo("--priority");
        assertThat(Nearest.to("rnu", List.of("run", "runs"))).isEqualTo("run");
        assertThat(refusal(COMMAND, "--zzzzzz").next()).contains("--help");
    }

    @Test
    void a_value_that_is_missing_or_eaten_by_a_flag_is_told() {
        assertThat(refusal(COMMAND, "--in").what()).isEqualTo("--in requires a value.");
        assertThat(refusal(COMMAND, "--in", "--wait", "x").why()).contains("--wait");
    }

    @Test
    void a_switch_with_a_value_and_a_single_flag_twice_are_refused() {
        assertThat(refusal(COMMAND, "--wait=yes").what()).contains("takes no value");
        assertThat(refusal(COMMAND, "--array", "1-2", "--array", "1-3").what()).contains("twice");
    }

    @Test
    void too_many_words_are_refused_by_name() {
        assertThat(refusal(PLAIN, "7", "8").what()).contains("'8'");
    }

    @Test
    void help_and_json_are_found_among_flags_but_not_inside_the_command() {
        assertThat(ArgumentParser.wantsHelp(COMMAND, List.of("--in", "x", "--help")))
                .isTrue();
        assertThat(ArgumentParser.wantsHelp(COMMAND, List.of("ls", "--help"))).isFalse();
        assertThat(ArgumentParser.wantsHelp(COMMAND, List.of("--in", "--help"))).isFalse();
        assertThat(ArgumentParser.wantsJson(COMMAND, List.of("--in", "x", "--json")))
                .isTrue();
        assertThat(ArgumentParser.wantsJson(COMMAND, List.of("tool", "--json"))).isFalse();
    }

    @Test
    void numbers_spans_and_sizes_are_checked_when_they_are_asked_for() throws CliFailure {
        Arguments parsed = ArgumentParser.parse(COMMAND, List.of("--array", "many", "x"));

        assertThat(catchThrowableOfType(CliFailure.class, () -> parsed.count("array", 1, 1))
                        .why())
                .contains("'many'");
        assertThat(catchThrowableOfType(CliFailure.class, () -> parsed.span("array"))
                        .why())
                .contains("10m");
        assertThat(catchThrowableOfType(CliFailure.class, () -> parsed.size("array"))
                        .why())
                .contains("2G");
    }

    @Test
    void a_flag_may_have_a_letter_too() throws CliFailure {
        Syntax syntax = Syntax.of("submit", "hand in", Operands.command("COMMAND…"))
                .flags(Flag.one("file", "F", "a file").orLetter('f'));

        assertThat(ArgumentParser.parse(syntax, List.of("-f", "a", "cmd", "-f")).text("file"))
                .isEqualTo("a");
        assertThat(ArgumentParser.parse(syntax, List.of("-f=a")).text("file")).isEqualTo("a");
        assertThat(ArgumentParser.wantsHelp(syntax, List.of("-f", "--help"))).isFalse();
        assertThat(HelpText.of(syntax)).contains("-f, --file F");
        assertThat(refusal(syntax, "-x").what()).contains("-x");
    }

    @Test
    void habits_of_other_programs_are_answered_with_what_to_write_here() {
        Syntax syntax = Syntax.of("submit", "hand in", Operands.command("COMMAND…"))
                .flags(FLAGS)
                .habits(Map.of("--mem", "Did you mean --memory?", "-a", "Did you mean --array?"));

        assertThat(refusal(syntax, "--mem=2G", "x").next()).isEqualTo("Did you mean --memory?");
        assertThat(refusal(syntax, "-a", "1-9", "x").next()).isEqualTo("Did you mean --array?");
    }
}
