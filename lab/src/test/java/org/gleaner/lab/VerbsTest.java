package org.gleaner.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gleaner.cli.VerbGroups;
import org.gleaner.cli.Verbs;
import org.gleaner.cli.verb.LabVerb;
import org.gleaner.core.grid.Setting;
import org.gleaner.protocol.wording.SettingWords;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.HelpText;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;
import org.junit.jupiter.api.Test;

final class VerbsTest {
    @Test
    void every_verb_is_there_under_its_name_and_starts_its_help_with_three_examples() throws CliFailure {
        for (String name : VerbGroups.names()) {
            Syntax syntax = LabVerbs.named(name).syntax();

            assertThat(syntax.verb()).isEqualTo(name);
            assertThat(syntax.examples()).as(name).hasSize(3);
            assertThat(HelpText.of(syntax).lines().limit(3).toList().get(2))
                    .as(name)
                    .contains(syntax.examples().get(0).typed());
        }
    }

    @Test
    void the_list_of_verbs_is_grouped_and_sets_each_name_apart_from_its_purpose() throws CliFailure {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, UTF_8);
        Surroundings here = new Surroundings(
                Path.of("home"),
                Path.of(""),
                Map.of(),
                new Surroundings.Streams(InputStream.nullInputStream(), out, out, false, false),
                List.of());

        Verbs.RUNNER.run(List.of("help"), here);

        assertThat(said.toString(UTF_8).lines())
                .contains("Work", "Look", "Control", "Machines", "Server")
                .anyMatch(line -> line.startsWith("Laboratory (demo, bench, fuzz and torture are in gleaner-lab.jar"));
        for (String name : VerbGroups.names()) {
            assertThat(said.toString(UTF_8).lines().toList())
                    .as(name)
                    .anyMatch(line -> line.matches(" +" + name + " {2,}\\S.*"));
        }
    }

    @Test
    void help_fits_a_line_and_no_flag_is_named_twice() throws CliFailure {
        for (String name : VerbGroups.names()) {
            Syntax syntax = LabVerbs.named(name).syntax();

            assertThat(HelpText.of(syntax).lines().toList()).as(name).allMatch(line -> line.length() <= 120);
            assertThat(syntax.flags()).extracting(Flag::name).doesNotHaveDuplicates();
        }
    }

    @Test
    void every_setting_is_on_the_page_and_in_the_help_with_its_default_and_meaning() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "cli.md"));
        String help = HelpText.of(LabVerbs.named("config").syntax());

        for (Setting setting : Setting.values()) {
            assertThat(page)
                    .contains("| `" + setting.word() + "` | `" + setting.preset() + "` | "
                            + SettingWords.meaning(setting) + " |");
            assertThat(help)
                    .contains(setting.word())
                    .contains(SettingWords.meaning(setting) + " (" + setting.preset() + ")");
        }
    }

    /** What the page should be is left in the build's directory, to be copied from there. */
    @Test
    void the_page_of_helps_is_what_help_prints() throws Exception {
        StringBuilder fresh = new StringBuilder("# Every verb and flag\n\n")
                .append("What `gleaner VERB --help` prints; [cli.md](cli.md) says what scripts can rely on.\n");
        for (String name : VerbGroups.names()) {
            fresh.append("\n## ").append(name).append("\n\n```\n");
            fresh.append(HelpText.of(LabVerbs.named(name).syntax()).strip()).append("\n```\n");
        }
        Files.writeString(Path.of("target", "help.md"), fresh);

        assertThat(Files.readString(Path.of("..", "docs", "help.md")))
                .as("docs/help.md; lab/target/help.md is what it should be")
                .isEqualTo(fresh.toString());
    }

    @Test
    void commands_of_slurm_are_answered_with_the_verb_that_translates_them() {
        for (String name : List.of("sbatch", "squeue", "scancel", "sacct", "srun", "sinfo", "scontrol", "seff")) {
            CliFailure failure = catchThrowableOfType(CliFailure.class, () -> LabVerbs.named(name));

            assertThat(failure.next()).as(name).contains("'gleaner slurm'");
        }
    }

    @Test
    void a_slip_in_the_verb_is_answered_with_the_nearest_one() {
        CliFailure failure = catchThrowableOfType(CliFailure.class, () -> LabVerbs.named("stauts"));

        assertThat(failure.next()).isEqualTo("Did you mean 'gleaner status'?");
        assertThat(List.of(failure.what(), failure.why(), failure.next())).noneMatch(String::isBlank);
    }

    @Test
    void the_program_alone_says_where_a_verb_of_the_laboratory_is() {
        for (LabVerb verb : LabVerb.values()) {
            CliFailure failure = catchThrowableOfType(CliFailure.class, () -> Verbs.named(verb.word()));

            assertThat(failure.why()).contains("gleaner-lab.jar");
            assertThat(failure.next()).contains("./gleaner " + verb.word());
        }
    }
}
