package org.gleaner.core.placing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.scheduling.NodeReach;
import org.gleaner.core.scheduling.Rule;
import org.gleaner.core.scheduling.Standings.Rank;
import org.junit.jupiter.api.Test;

final class RecentStartsTest {
    private static final TypeKey TYPE = new TypeKey(new Owner("anna"), "sim");

    private final RecentStarts starts = new RecentStarts();

    private void start(double reach, double taken) {
        starts.note(new SoftEvent.WorkChosen(
                new NodeId(1), 1, TYPE, "quantile", Rule.SAME_RANK, new NodeReach(reach, taken), Instant.EPOCH));
    }

    @Test
    void a_rank_counts_what_was_taken_and_ties_half() {
        start(10, 1);
        start(20, 2);
        start(30, 5);

        assertThat(starts.rank(5)).isEqualTo(new Rank(0, 3));
        assertThat(starts.rank(20)).isEqualTo(new Rank(0.25, 3));
        assertThat(starts.rank(25)).isEqualTo(new Rank(0.375, 3));
        assertThat(starts.rank(31)).isEqualTo(new Rank(1, 3));
    }

    @Test
    void only_the_last_six_hundred_count() {
        for (int i = 0; i < 600; i++) {
            start(1, 100);
        }
        for (int i = 0; i < 600; i++) {
            start(50, 1);
        }

        assertThat(starts.rank(20)).isEqualTo(new Rank(0, 600));
    }

    @Test
    void what_was_given_by_other_rules_says_nothing() {
        starts.note(new SoftEvent.WorkChosen(new NodeId(1), 1, TYPE, "survival", Rule.MOST_WORTH, null, Instant.EPOCH));

        assertThat(starts.rank(20)).isEqualTo(new Rank(0.5, 0));
    }
}
