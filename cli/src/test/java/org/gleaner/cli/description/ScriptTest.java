package org.gleaner.cli.description;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ScriptTest {
    @TempDir
    Path directory;

    private Typed typed;

    @BeforeEach
    void here() {
        typed = new Typed(directory);
    }

    @Test
    void the_comments_at_its_beginning_give_the_flags_and_it_travels_by_itself() throws Exception {
        typed.file(
                "run.sh",
                "#!/bin/sh -e\n# a sweep\n#GLEANER --memory 2G --array 1-10\n\n#GLEANER --name 'a b' # why\necho\n");

        JobSpec spec = typed.job("run.sh", "{}", "-v").spec();

        assertThat(spec.name()).isEqualTo("a b");
        assertThat(spec.type()).isEqualTo("run.sh");
        assertThat(spec.needs().memory()).isEqualTo(MemorySize.parse("2G"));
        assertThat(spec.array()).isEqualTo(new ArrayShape.Range(1, 10, 1));
        assertThat(spec.inputs()).extracting("path").containsExactly("run.sh");
        assertThat(spec.command()).isEqualTo(new CommandLine.Words(List.of("/bin/sh", "-e", "run.sh", "{}", "-v")));
        assertThat(typed.job("-f", "run.sh", "{}").spec().command())
                .isEqualTo(new CommandLine.Words(List.of("/bin/sh", "-e", "run.sh", "{}")));
    }

    @Test
    void an_executable_script_is_started_as_it_is_and_what_is_typed_wins() throws Exception {
        typed.file("d/run.py", "#!/usr/bin/env python3\n#GLEANER --array 1-10 --in other\n")
                .file("extra", "");
        assertThat(directory.resolve("d/run.py").toFile().setExecutable(true)).isTrue();

        JobSpec spec = typed.job("--array", "1-3", "--in", "extra", "d/run.py").spec();

        assertThat(spec.tasks()).isEqualTo(3);
        assertThat(spec.inputs()).extracting("path").containsExactly("extra", "d/run.py");
        assertThat(spec.command()).isEqualTo(new CommandLine.Words(List.of("./d/run.py")));
    }

    @Test
    void a_wrong_line_is_named() throws Exception {
        assertThat(typed.file("a.sh", "#!/bin/sh\n#GLEANER --mem 2G\n").refusal("a.sh"))
                .contains("Line 2", "--memory");
        assertThat(typed.file("b.sh", "#!/bin/sh\n#GLEANER --name 'x\n").refusal("b.sh"))
                .contains("Line 2", "quote");
        assertThat(typed.file("c.sh", "#!/bin/sh\n#GLEANER echo hi\n").refusal("c.sh"))
                .contains("Line 2", "only flags");
        assertThat(typed.file("d.sh", "#!/bin/sh\necho\n#GLEANER --memory 2G\n").refusal("d.sh"))
                .contains("Line 3", "Move it up");
        assertThat(typed.file("e.sh", "#GLEANER --memory 2G\n").refusal("e.sh")).contains("chmod +x");
        assertThat(typed.file("f.sh", "#!/bin/sh\n#GLEANER --json\n").refusal("f.sh"))
                .contains("belongs on the command line");
    }

    @Test
    void lines_for_slurm_are_not_forgotten_silently() throws Exception {
        typed.file("s.sh", "#!/bin/bash\n#SBATCH --mem=2G\necho\n");

        assertThat(typed.refusal("s.sh")).contains("#SBATCH lines", "--sbatch s.sh", "#GLEANER");
    }

    @Test
    void a_program_without_such_lines_is_just_a_command() throws Exception {
        typed.file("plain.sh", "#!/bin/sh\necho\n");

        assertThat(typed.job("--in", "plain.sh", "sh", "plain.sh").spec().command())
                .isEqualTo(new CommandLine.Words(List.of("sh", "plain.sh")));
    }
}
