package org.gleaner.client.description;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DefaultTypeTest {
    @ParameterizedTest
    @CsvSource({
        "echo hello, echo",
        "./bin/sim 1 2, sim",
        "python3 -u scripts/sim.py {}, sim.py",
        "env A=1 python3 sim.py, sim.py",
        "java -Xmx1g -jar lib/app.jar x, app.jar",
        "timeout 10 ./job.sh, job.sh",
        "nice -n 5 Rscript fit.R, fit.R",
        "bash -c ls, bash",
        "python3 {}, python3",
    })
    void the_type_is_the_program_behind_its_launchers(String command, String type) {
        assertThat(DefaultType.of(List.of(command.split(" ")))).isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            quoteCharacter = '~',
            value = {
                "sh run.sh; date = run.sh",
                "wc -l x | sort = wc",
                "  cat <in = cat",
                "sort>out = sort",
                "cd data && ./sim --fast = sim",
                "for i in 1 2 3; do python3 -u lib/sim.py $i; done = sim.py",
                "while read l; do wc -c; done = wc",
                "until [ -e go ]; do sleep 1; done; ./work = sleep",
                "if [ -f a ]; then ./with; else ./without; fi = with",
                "set -eu; export PATH; make all = make",
                "(cd x; gcc -c y.c) = gcc",
                "! grep -q x y = grep",
                "\"my prog\" a = my prog",
                "'echo; date' x = echo; date",
                "cd a = shell",
                "$GLEANER_ENTRY = shell",
                "; ; = shell",
            })
    void a_shell_line_has_the_type_of_its_first_program(String line, String type) {
        assertThat(DefaultType.ofShellLine(line)).isEqualTo(type);
    }

    @Test
    void assignments_before_a_program_are_skipped() {
        assertThat(DefaultType.ofShellLine("X=1 Y=$(date +%s) ./sim")).isEqualTo("sim");
        assertThat(DefaultType.ofShellLine("x=$(cat \"a b\"); y=`date`; ./sim $x"))
                .isEqualTo("sim");
        assertThat(DefaultType.ofShellLine("X=1")).isEqualTo("shell");
    }
}
