package org.gleaner.client.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Under which keys a run that is repeated finds what it had handed in. */
final class SubmissionKeysTest {
    @TempDir
    private Path home;

    /** The key of a run that is cut off when it has it. */
    private String cutOff(String what) throws Exception {
        try (SubmissionKeys run = new SubmissionKeys(home)) {
            return run.of(what);
        }
    }

    @Test
    void a_run_that_was_cut_off_finds_its_keys_again() throws Exception {
        String first = cutOff("what-0");

        assertThat(cutOff("what-0")).isEqualTo(first);
        assertThat(cutOff("what-1000")).isNotEqualTo(first);
    }

    @Test
    void two_runs_of_the_same_at_the_same_time_have_keys_of_their_own() throws Exception {
        try (SubmissionKeys one = new SubmissionKeys(home);
                SubmissionKeys two = new SubmissionKeys(home)) {
            String first = one.of("what-0");
            String second = two.of("what-0");
            one.forget();

            assertThat(second).isNotEqualTo(first);
            assertThat(cutOff("what-0")).isNotIn(first, second);
        }
    }

    @Test
    void both_of_two_runs_that_were_cut_off_can_be_repeated() throws Exception {
        String first;
        String second;
        try (SubmissionKeys one = new SubmissionKeys(home);
                SubmissionKeys two = new SubmissionKeys(home)) {
            first = one.of("what-0");
            second = two.of("what-0");
        }

        try (SubmissionKeys one = new SubmissionKeys(home);
                SubmissionKeys two = new SubmissionKeys(home)) {
            assertThat(one.of("what-0")).isEqualTo(first);
            assertThat(two.of("what-0")).isEqualTo(second);
        }
    }

    @Test
    void a_run_that_is_over_leaves_no_key() throws Exception {
        String first;
        try (SubmissionKeys run = new SubmissionKeys(home)) {
            first = run.of("what-0");
            run.forget();
        }

        assertThat(cutOff("what-0")).isNotEqualTo(first);
    }

    @Test
    void a_key_that_the_server_may_have_forgotten_is_not_used_again() throws Exception {
        String first = cutOff("what-0");
        Files.setLastModifiedTime(
                home.resolve("submissions/what-0.key"),
                FileTime.from(Instant.now().minus(Duration.ofDays(2))));

        assertThat(cutOff("what-0")).isNotEqualTo(first);
    }

    @Test
    void a_key_that_was_cut_off_while_it_was_written_is_made_anew() throws Exception {
        String unused = cutOff("what-0");
        Files.writeString(home.resolve("submissions/what-0.key"), "");

        assertThat(cutOff("what-0")).isNotEmpty();
    }
}
