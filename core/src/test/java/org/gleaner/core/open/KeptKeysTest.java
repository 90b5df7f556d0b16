package org.gleaner.core.open;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.gleaner.core.grid.StoredGrid.KeyRow;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.junit.jupiter.api.Test;

final class KeptKeysTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final KeptKeys keys = new KeptKeys();

    @Test
    void the_oldest_expire_first_also_after_the_clock_was_set_back() {
        keys.remember(row("a", 1, 0));
        keys.remember(row("b", 2, -3600));
        keys.remember(row("c", 3, 60));

        keys.forgetBefore(NOON);

        assertThat(keys.all()).extracting(KeyRow::job).containsExactly(new JobId(1), new JobId(3));
        assertThat(keys.oldest()).isEqualTo(NOON);
        assertThat(keys.get(key("b"))).isNull();
    }

    @Test
    void a_key_that_is_given_again_stands_for_the_later_job_alone() {
        keys.remember(row("a", 1, 0));
        keys.remember(row("a", 2, 10));

        keys.forgetOf(new JobId(1));
        assertThat(keys.get(key("a"))).isEqualTo(row("a", 2, 10));

        keys.forgetOf(new JobId(2));
        assertThat(keys.all()).isEmpty();
        assertThat(keys.oldest()).isEqualTo(Instant.MAX);
    }

    private static SubmissionKey key(String word) {
        return new SubmissionKey(new Owner("ann"), word, 0);
    }

    private static KeyRow row(String word, long job, long seconds) {
        return new KeyRow(key(word), new JobId(job), NOON.plusSeconds(seconds));
    }
}
