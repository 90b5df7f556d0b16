package org.gleaner.cli.description;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.gleaner.client.description.JobDescription;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.RuntimeVersion;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JobDescriptionTest {
    @TempDir
    Path directory;

    private Typed typed;

    @BeforeEach
    void here() {
        typed = new Typed(directory);
    }

    @Test
    void requirements_say_what_the_machine_must_be() throws Exception {
        JobSpec spec = typed.job(
                        "--cores",
                        "2",
                        "--memory",
                        "2G",
                        "--disk",
                        "5G",
                        "--os",
                        "Linux",
                        "--arch",
                        "x86_64",
                        "--needs",
                        "python:3.9",
                        "--needs",
                        "java",
                        "--tag",
                        "gpu",
                        "--tag",
                        "lab=3",
                        "--sandbox",
                        "true")
                .spec();

        assertThat(spec.needs().cores()).isEqualTo(2);
        assertThat(spec.needs().memory()).isEqualTo(MemorySize.parse("2G"));
        assertThat(spec.needs().disk()).isEqualTo(MemorySize.parse("5G"));
        assertThat(spec.needs().platform())
                .isEqualTo(new Platform(
                        "linux",
                        "x64",
                        List.of(new RuntimeVersion("python", "3.9"), new RuntimeVersion("java", "")),
                        List.of("gpu", "lab=3"),
                        true));
    }

    @Test
    void the_workplace_has_variables_a_directory_a_setup_and_the_network() throws Exception {
        JobSpec spec = typed.job(
                        "--env",
                        "A=b=c",
                        "--env",
                        "LANGUAGE_HERE",
                        "--cwd",
                        "/srv/data",
                        "--setup",
                        "make",
                        "--network",
                        "true")
                .spec();

        assertThat(spec.workplace().variables()).containsEntry("A", "b=c").containsEntry("LANGUAGE_HERE", "de");
        assertThat(spec.workplace().directory()).isEqualTo("/srv/data");
        // The server matches machines by the directory, which may be below the one that they offer.
        assertThat(spec.needs().platform().tags()).isEmpty();
        assertThat(spec.workplace().setup()).isEqualTo("make");
        assertThat(spec.workplace().network()).isTrue();
    }

    @Test
    void turn_feedback_and_limits_are_taken() throws Exception {
        JobSpec spec = typed.job(
                        "--priority",
                        "-3",
                        "--partial",
                        "60s",
                        "--array",
                        "1-100%10",
                        "--time",
                        "10m",
                        "--retry-limits",
                        "--copies",
                        "2",
                        "echo",
                        "{}")
                .spec();

        assertThat(spec.turn().priority()).isEqualTo(-3);
        assertThat(spec.feedback().partial()).isEqualTo(Duration.ofSeconds(60));
        assertThat(spec.limits().atMost()).isEqualTo(10);
        assertThat(spec.limits().copies()).isEqualTo(2);
        assertThat(typed.job("true").spec().limits().copies()).isEqualTo(20);
        assertThat(spec.limits().time()).isEqualTo(Duration.ofMinutes(10));
        assertThat(spec.array()).isEqualTo(new ArrayShape.Range(1, 100, 1));
        assertThat(typed.job("--array", "1-9%3", "--at-most", "2", "true")
                        .spec()
                        .limits()
                        .atMost())
                .isEqualTo(2);
    }

    @Test
    void rows_have_named_cells_and_may_bring_files_of_their_own() throws Exception {
        typed.file("runs.csv", "alpha,conf\n0.1,a.ini\n\"0,2\",b.ini\n")
                .file("a.ini", "a")
                .file("b.ini", "b");

        JobDescription job = typed.job("--each-row", "runs.csv", "--in", "{conf}", "sim", "--a={alpha}", "{conf}");

        assertThat(job.spec().array()).isEqualTo(new ArrayShape.Listed(2, List.of("alpha", "conf")));
        Entry second = job.entries().get(1);
        assertThat(second.cells()).containsExactly("0,2", "b.ini");
        assertThat(second.files()).extracting("path").containsExactly("b.ini");
        assertThat(job.spec().inputs()).isEmpty();
    }

    @Test
    void a_range_whose_tasks_have_files_of_their_own_is_sent_as_a_list() throws Exception {
        typed.file("d/1.csv", "1").file("d/2.csv", "2");

        JobDescription job = typed.job("--array", "1-2", "--in", "d/{}.csv", "wc", "d/{}.csv");

        assertThat(job.spec().array()).isEqualTo(new ArrayShape.Listed(2));
        assertThat(job.entries()).extracting(Entry::value).containsExactly("1", "2");
        assertThat(typed.refusal("--array", "1-3", "--in", "d/{}.csv", "wc", "d/{}.csv"))
                .contains("for task 3", "d/3.csv");
    }

    @Test
    void a_byte_order_mark_is_no_part_of_the_first_line() throws Exception {
        Files.writeString(directory.resolve("marked.txt"), "\uFEFFx\ny\n");

        assertThat(typed.job("--each-line", "marked.txt", "echo", "{}").entries())
                .extracting(Entry::value)
                .containsExactly("x", "y");
    }

    @Test
    void lines_come_from_standard_input() throws Exception {
        assertThat(typed.job("--each-line", "-", "echo", "{}").entries())
                .extracting(Entry::value)
                .containsExactly("x", "y");
    }

    @Test
    void a_row_that_is_too_short_is_named_with_what_to_do() throws Exception {
        typed.file("ragged.csv", "a,b\n1,2\n3\n");

        assertThat(typed.refusal("--each-row", "ragged.csv", "sim", "{a}"))
                .contains("Line 3 has 1 cell, but the header has 2", "as many cells as the header");
    }

    @Test
    void an_unknown_column_is_answered_with_the_nearest() throws Exception {
        typed.file("runs.csv", "column,beta\n1,2\n");

        assertThat(typed.refusal("--each-row", "runs.csv", "sim", "{colum}")).contains("Did you mean {column}?");
        assertThat(typed.refusal("--each-row", "runs.csv", "--out", "{bet}.csv", "sim", "{column}"))
                .contains("Did you mean {beta}?");
        assertThat(typed.job("--no-check", "--each-row", "runs.csv", "awk", "{print}")
                        .spec()
                        .command())
                .isEqualTo(new CommandLine.Words(List.of("awk", "{print}")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --array 0 true                        | 1-0
                    --array 5 true                        | 1-5
                    --array 1,3,7 true                    | --each-line
                    --array 9-1 true                      | Not a range
                    --array 1-100%0 true                  | at least 1
                    --array 1-10000000000 true            | too large
                    --memory 2000 true                    | 2000M
                    --memory 2X true                      | Not a size
                    --memory 1K true                      | less than any program
                    --time 1:00:00 true                   | write 1h
                    --time 90 true                        | 90s, 90m, 90h or 90d
                    --priority high true                  | whole number
                    --priority 5000 true                  | from -1000 to 1000
                    --needs python: true                  | no version
                    --needs python:3.x true               | numbers between dots
                    --os linus true                       | did you mean linux
                    --arch arm46 true                     | did you mean arm64
                    --env 1A=x true                       | is not a valid variable name
                    --env NOT_SET_HERE true               | not set here
                    --env GLEANER_X=1 true                | is reserved
                    --env A=1 --env A=2 true              | given twice
                    --cwd relative true                   | must begin with /
                    --partial 10ms true                   | once a second
                    --copies 21 true                      | are from 1 to 20
                    --delimiter ; true                    | requires --each-row
                    --array 1-2 --each-line x true        | two lists
                    --in-archive none.tgz true            | no file
                    --each-row none.csv true              | no file
                    --each-line none.txt true             | no file
                    --in none.txt true                    | no none.txt
                    --each none-*.txt true                | matches it
                    --out ../x true                       | '..'
                    --out /etc/x true                     | must be relative
                    --out stdout true                     | rename it
                    --tag a,b true                        | The tag
                    ./nosuch.sh                           | no ./nosuch.sh here
                    bin/tool x                            | --no-check
                    echo {}                               | no list of tasks
                    --out {/.}.csv true                   | no list of tasks
                    echo ::: a b                          | GNU parallel
                    sort x > y                            | --shell
                    sort x && rm x                        | --shell
                    """)
    void what_would_go_wrong_is_refused_with_a_remedy(String words, String said) {
        assertThat(typed.refusal(words.split(" "))).contains(said);
    }

    @Test
    void a_command_in_quotes_is_recognised() {
        assertThat(typed.refusal("python3 sim.py")).contains("one word", "--shell 'python3 sim.py'");
    }

    @Test
    void braces_in_a_shell_line_get_a_note_unless_the_entry_is_used() throws Exception {
        JobDescription told = typed.job("--array", "1-2", "--shell", "echo {}");
        assertThat(told.spec().command()).isEqualTo(new CommandLine.ShellLine("echo {}"));
        assertThat(typed.said()).contains("$GLEANER_ENTRY");

        Typed silent = new Typed(directory);
        JobDescription used = silent.job("--array", "1-2", "--shell", "echo $GLEANER_ENTRY {}");
        assertThat(used.entries()).isEmpty();
        assertThat(silent.said()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --no-check ./tool
                    --cwd /srv ./tool
                    --setup make ./tool
                    --in-from 7 ./tool
                    --in bin bin/tool
                    /opt/tool
                    ~/tool
                    """)
    void a_program_that_is_elsewhere_is_taken(String words) throws Exception {
        typed.file("bin/tool", "#!/bin/sh\n");

        assertThat(typed.job(words.split(" ")).spec().command()).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    --array 1-2 cat {row}             | {row}
                    --array 1-2 cp {}.in out/{name}.x | {name}
                    cat --to={line}                   | {line}
                    """)
    void a_name_in_braces_that_nothing_replaces_is_told(String words, String name) throws Exception {
        assertThat(typed.job(words.split(" ")).caveats().warnings())
                .singleElement()
                .asString()
                .startsWith(name + " is passed on as it is, as only `each-row` has columns");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    find . -name x -exec ls {} ;
                    awk {print}
                    gawk -f x {print}
                    echo ${row}
                    echo {'a':1}
                    echo {a,b}
                    git show HEAD@{upstream}
                    python3 -c print(f'{x}')
                    echo {#}
                    --no-check echo {row}
                    """)
    void braces_of_other_languages_are_nobodys_business(String words) throws Exception {
        assertThat(typed.job(("--array 1-2 " + words).split(" ")).caveats().warnings())
                .isEmpty();
    }

    @Test
    void an_input_that_may_not_be_read_is_named() throws Exception {
        typed.file("secret", "s");
        Files.setPosixFilePermissions(directory.resolve("secret"), PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(directory.resolve("secret")), "the super-user reads everything");

        assertThat(typed.refusal("--in", "secret", "true")).contains("can't be read");
    }
}
