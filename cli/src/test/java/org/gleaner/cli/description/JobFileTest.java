package org.gleaner.cli.description;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.gleaner.client.description.JobDescription;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JobFileTest {
    private static final String SWEEP = """
            name = "sweep"
            command = ["python3", "sim.py", "{}"]
            array = "1-10"
            in = ["sim.py"]
            memory = "2G"   # per task
            cores = 2
            retry-limits = true
            sandbox = false
            needs = "python:3.9"
            [env]
            A = "1"
            B = 2
            """;

    @TempDir
    Path directory;

    private Typed typed;

    @BeforeEach
    void files() throws Exception {
        typed = new Typed(directory).file("job.toml", SWEEP).file("sim.py", "");
    }

    @Test
    void keys_are_the_long_flags() throws Exception {
        JobSpec spec = typed.job("-f", "job.toml").spec();

        assertThat(spec.name()).isEqualTo("sweep");
        assertThat(spec.command()).isEqualTo(new CommandLine.Words(List.of("python3", "sim.py", "{}")));
        assertThat(spec.array()).isEqualTo(new ArrayShape.Range(1, 10, 1));
        assertThat(spec.inputs()).extracting("path").containsExactly("sim.py");
        assertThat(spec.needs().memory()).isEqualTo(MemorySize.parse("2G"));
        assertThat(spec.needs().cores()).isEqualTo(2);
        assertThat(spec.limits().retryLimits()).isTrue();
        assertThat(spec.needs().platform().sandbox()).isFalse();
        assertThat(spec.workplace().variables()).containsEntry("A", "1").containsEntry("B", "2");
    }

    @Test
    void a_byte_order_mark_and_line_ends_of_windows_are_no_part_of_what_is_written() throws Exception {
        typed.file("dos.toml", "\uFEFF" + SWEEP.replace("\n", "\r\n"))
                .file("lines.txt", "\uFEFFone\r\ntwo\r\n")
                .file("rows.csv", "\uFEFFalpha,beta\r\n1,2\r\n");

        JobSpec spec = typed.job("-f", "dos.toml").spec();

        assertThat(spec.name()).isEqualTo("sweep");
        assertThat(spec.workplace().variables()).containsEntry("A", "1").containsEntry("B", "2");
        assertThat(typed.job("--each-line", "lines.txt", "echo", "{}").entries())
                .extracting(Entry::value)
                .containsExactly("one", "two");
        assertThat(typed.job("--each-row", "rows.csv", "echo", "{alpha}{beta}").entries())
                .extracting(Entry::cells)
                .containsExactly(List.of("1", "2"));
        assertThat(typed.several("--batch", "lines.txt").jobs())
                .extracting(one -> one.draft().command())
                .containsExactly(List.of("one"), List.of("two"));
    }

    @Test
    void a_path_of_windows_in_double_quotes_is_answered_with_how_it_is_written() throws Exception {
        typed.file("win.toml", "command = [\"true\"]\nin = [\"C:\\data\\a.txt\"]\n")
                .file("tab.toml", "command = [\"true\"]\nin = [\"C:\\temp\\new.txt\"]\n");

        assertThat(typed.refusal("-f", "win.toml"))
                .contains("Line 2: ", "use single quotes ('C:\\Users\\ann') or forward slashes (\"C:/Users/ann\").");
        assertThat(typed.refusal("-f", "tab.toml")).contains("a backslash begins an escape");
    }

    @Test
    void names_of_files_may_begin_with_the_home_directory() throws Exception {
        typed.file("ann/sim.py", "").file("ann/lines.txt", "one\n");
        typed.file("home.toml", "command = [\"true\"]\nin = [\"~/sim.py\"]\neach-line = \"~/lines.txt\"\n");

        JobDescription job = typed.job("-f", "home.toml");

        assertThat(job.spec().inputs()).extracting("path").containsExactly("ann/sim.py");
        assertThat(job.entries()).extracting(Entry::value).containsExactly("one");
    }

    @Test
    void what_is_typed_wins_over_what_is_written() throws Exception {
        JobSpec spec = typed.job(
                        "--file=job.toml",
                        "--memory",
                        "4G",
                        "--env",
                        "C=3",
                        "--each-line",
                        "-",
                        "--name",
                        "other",
                        "echo",
                        "{}")
                .spec();

        assertThat(spec.name()).isEqualTo("other");
        assertThat(spec.needs().memory()).isEqualTo(MemorySize.parse("4G"));
        assertThat(spec.workplace().variables()).containsOnlyKeys("C");
        assertThat(spec.array()).isEqualTo(new ArrayShape.Listed(2));
        assertThat(spec.command()).isEqualTo(new CommandLine.Words(List.of("echo", "{}")));
        assertThat(spec.needs().cores()).isEqualTo(2);
    }

    @Test
    void a_shell_line_stands_for_a_command_and_a_typed_command_for_it() throws Exception {
        typed.file("s.toml", "shell = \"echo $GLEANER_INDEX\"\n");

        assertThat(typed.job("-f", "s.toml").spec().command())
                .isEqualTo(new CommandLine.ShellLine("echo $GLEANER_INDEX"));
        assertThat(typed.job("-f", "s.toml", "true").spec().command())
                .isEqualTo(new CommandLine.Words(List.of("true")));
    }

    @Test
    void an_unknown_key_is_named_with_its_line_and_the_nearest() throws Exception {
        typed.file("typo.toml", "name = \"a\"\n\nmemroy = \"2G\"\n").file("slurm.toml", "mem = \"2G\"\n");

        assertThat(typed.refusal("-f", "typo.toml")).contains("typo.toml", "Line 3", "memroy", "Did you mean memory?");
        assertThat(typed.refusal("-f", "slurm.toml")).contains("Line 1", "memory");
        assertThat(typed.file("u.toml", "max_failures = 3\n").refusal("-f", "u.toml"))
                .contains("Did you mean max-failures?");
        assertThat(typed.file("j.toml", "json = true\n").refusal("-f", "j.toml"))
                .contains("Unknown key json");
    }

    @Test
    void who_writes_jobs_for_job_is_told_the_right_word() throws Exception {
        typed.file("several.toml", "[[jobs]]\ncommand = [\"a\"]\n").file("most.toml", "jobs = 4\n");

        assertThat(typed.refusal("-f", "several.toml")).contains("Unknown key jobs", "[[job]]");
        assertThat(typed.refusal("-f", "most.toml")).contains("Did you mean --at-most?");
    }

    @Test
    void a_job_file_that_was_typed_without_its_flag_is_not_taken_for_a_command() throws Exception {
        typed.file("three.toml", "command = [\"echo\"]\n").file("run.toml", "#!/bin/sh\necho\n");

        assertThat(typed.refusal("three.toml")).contains("three.toml is not a command", "--file three.toml");
        assertThat(typed.job("run.toml").spec().command())
                .isEqualTo(new CommandLine.Words(List.of("/bin/sh", "run.toml")));
    }

    @Test
    void malformed_files_are_refused_with_their_line() throws Exception {
        assertThat(typed.file("a.toml", "name = \"a\"\nmemory == 3\n").refusal("-f", "a.toml"))
                .contains("Line 2");
        assertThat(typed.file("b.toml", "command = \"echo a\"\n").refusal("-f", "b.toml"))
                .contains("Line 1", "must be a list of words");
        assertThat(typed.file("c.toml", "memory = [\"1G\"]\n").refusal("-f", "c.toml"))
                .contains("one value");
        assertThat(typed.file("d.toml", "sandbox = \"yes\"\n").refusal("-f", "d.toml"))
                .contains("sandbox = true");
        assertThat(typed.file("e.toml", "[memory]\nx = 1\n").refusal("-f", "e.toml"))
                .contains("string or a number");
        assertThat(typed.file("f.toml", "name = \"a\"\n").refusal("-f", "f.toml"))
                .contains("No command was given");
        assertThat(typed.refusal("-f", "none.toml")).contains("no file none.toml");
        assertThat(typed.file("big.toml", "#".repeat(17 << 20)).refusal("-f", "big.toml"))
                .contains("16 MB");
    }
}
