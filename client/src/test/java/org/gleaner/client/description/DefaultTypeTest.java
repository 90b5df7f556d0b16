package org.gleaner.client.description;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
    @CsvSource({"'sh run.sh; date', run.sh", "'wc -l x | sort', wc", "'  cat <in', cat"})
    void a_shell_line_has_the_type_of_its_first_command(String line, String type) {
        assertThat(DefaultType.ofShellLine(line)).isEqualTo(type);
    }
}
