package org.gleaner.core.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import org.gleaner.core.id.AttemptId;
import org.junit.jupiter.api.Test;

final class FailureLineTest {
    private static AttemptReport report(Outcome outcome, String detail, String tail) {
        AttemptReport bare = AttemptReport.bare(AttemptId.of(1, 1, 1), outcome, detail);
        return new AttemptReport(bare.attempt(), outcome, 1, detail, bare.usage(), Outputs.NONE, null, null, tail);
    }

    @Test
    void the_last_line_that_says_something_counts() {
        assertThat(FailureLine.of(report(Outcome.EXITED, "exit code 1", "a\nModuleNotFoundError: numpy\n\n  \n")))
                .isEqualTo("ModuleNotFoundError: numpy");
    }

    @Test
    void digits_and_paths_are_blanked_and_names_with_digits_are_not() {
        assertThat(FailureLine.blanked("python3: can't open file '/tmp/job-17/x.py': [Errno 2] at 0x7ffee3"))
                .isEqualTo("python3: can't open file '…': [Errno #] at #");
        assertThat(FailureLine.blanked("C:\\Users\\ada\\a.txt is 12.5 MB")).isEqualTo("… is # MB");
        assertThat(FailureLine.blanked("name 12 is not UTF-8 text")).isEqualTo("name # is not UTF-8 text");
    }

    @Test
    void what_can_not_be_started_is_named() {
        assertThat(FailureLine.of(report(Outcome.NOT_STARTABLE, "not executable: ./run.sh", "")))
                .isEqualTo("not executable: ./run.sh");
        assertThat(FailureLine.of(report(Outcome.NOT_STARTABLE, "command not found: /opt/sim/bin/sim", "")))
                .isEqualTo("command not found: /opt/sim/bin/sim");
        assertThat(FailureLine.blanked("sh: 1: ./run.sh: Permission denied")).isEqualTo("sh: #: …: Permission denied");
    }

    @Test
    void what_hit_a_limit_is_known_by_its_detail_and_a_success_by_nothing() {
        assertThat(FailureLine.of(report(Outcome.TIMED_OUT, "longer than 10 s", "still working")))
                .as("a time limit is the same for all tasks of a job")
                .isEqualTo("longer than 10 s");
        assertThat(FailureLine.of(report(Outcome.OUT_OF_MEMORY, "used 12 MB", "")))
                .isEqualTo("used # MB");
        assertThat(FailureLine.of(report(Outcome.EXITED, "exit code 5", ""))).isEqualTo("exit code 5");
        assertThat(FailureLine.of(report(Outcome.DONE, "", "warning"))).isNull();
        assertThat(FailureLine.of(report(Outcome.EVICTED, "somebody came", ""))).isNull();
    }

    @Test
    void the_line_of_one_failure_can_be_told_as_it_was_written() {
        assertThat(FailureLine.written(Outcome.EXITED, "a\nboom at 7 in /tmp/x\n\n", "exit code 1"))
                .isEqualTo("boom at 7 in /tmp/x");
        assertThat(FailureLine.written(Outcome.OUT_OF_MEMORY, "still working", "used 12 MB"))
                .isEqualTo("used 12 MB");
    }
}
