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

    @Test
    void a_run_that_was_cut_off_finds_its_keys_again() throws Exception {
        String first = new SubmissionKeys(home).of("what-0");

        assertThat(new SubmissionKeys(home).of("what-0")).isEqualTo(first);
        assertThat(new SubmissionKeys(home).of("what-1000")).isNotEqualTo(first);
    }

    @Test
    void a_run_that_is_over_leaves_no_key() throws Exception {
        SubmissionKeys run = new SubmissionKeys(home);
        String first = run.of("what-0");
        run.forget();

        assertThat(new SubmissionKeys(home).of("what-0")).isNotEqualTo(first);
    }

    @Test
    void a_key_that_the_server_may_have_forgotten_is_not_used_again() throws Exception {
        String first = new SubmissionKeys(home).of("what-0");
        Files.setLastModifiedTime(
                home.resolve("submissions/what-0.key"),
                FileTime.from(Instant.now().minus(Duration.ofDays(2))));

        assertThat(new SubmissionKeys(home).of("what-0")).isNotEqualTo(first);
    }

    @Test
    void a_key_that_was_cut_off_while_it_was_written_is_made_anew() throws Exception {
        String unused = new SubmissionKeys(home).of("what-0");
        Files.writeString(home.resolve("submissions/what-0.key"), "");

        assertThat(new SubmissionKeys(home).of("what-0")).isNotEmpty();
    }
}
