package org.gleaner.core.ahead;

import static org.assertj.core.api.Assertions.assertThat;

import org.gleaner.core.id.Owner;
import org.junit.jupiter.api.Test;

class CrowdTest {
    private static final Owner ADA = new Owner("ada");
    private static final Owner BEN = new Owner("ben");

    @Test
    void a_task_counts_for_as_long_as_it_is_open() {
        Crowd crowd = new Crowd();
        crowd.come(ADA, 3, 0);

        crowd.go(ADA, 1, 10);
        crowd.go(ADA, 1, 30);

        assertThat(crowd.taken(ADA, 100)).isEqualTo(10 + 30 + 100);
    }

    @Test
    void what_comes_later_counts_from_then_on() {
        Crowd crowd = new Crowd();
        crowd.come(ADA, 1, 0);
        crowd.come(ADA, 2, 50);

        crowd.go(ADA, 1, 60);

        assertThat(crowd.taken(ADA, 100)).isEqualTo(60 + 50 + 50);
    }

    @Test
    void nothing_counts_that_happens_later_than_anybody_looks() {
        Crowd crowd = new Crowd();
        crowd.come(ADA, 1, 0);
        crowd.come(ADA, 5, 200);

        crowd.go(ADA, 1, 150);

        assertThat(crowd.taken(ADA, 100)).isEqualTo(100);
    }

    @Test
    void each_owner_has_her_own_and_all_of_them_add_up() {
        Crowd crowd = new Crowd();
        crowd.come(ADA, 1, 0);
        crowd.come(BEN, 2, 0);

        assertThat(crowd.taken(ADA, 10)).isEqualTo(10);
        assertThat(crowd.taken(BEN, 10)).isEqualTo(20);
        assertThat(crowd.taken(null, 10)).isEqualTo(30);
    }
}
