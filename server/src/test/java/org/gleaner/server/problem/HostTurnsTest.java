package org.gleaner.server.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.server.problem.HostTurns.DueProblem;
import org.junit.jupiter.api.Test;

final class HostTurnsTest {
    private static final Owner ANN = new Owner("ann");
    private static final Owner BOB = new Owner("bob");
    private static final Owner CARL = new Owner("carl");

    private final HostTurns turns = new HostTurns();
    private final List<DueProblem> due = new ArrayList<>();
    private int hosts = 4;

    private void due(Owner owner, int... jobs) {
        for (int job : jobs) {
            due.add(new DueProblem(new JobId(job), owner));
        }
    }

    /** Gives turns until nobody gets one. */
    private List<Integer> give() {
        List<Integer> given = new ArrayList<>();
        for (DueProblem next = turns.next(due, hosts).orElse(null);
                next != null;
                next = turns.next(due, hosts).orElse(null)) {
            turns.begins(next);
            due.remove(next);
            given.add((int) next.job().value());
        }
        return given;
    }

    private void ends(int job) {
        turns.ends(new JobId(job));
    }

    private boolean makesRoom(int job, boolean more) {
        return turns.makesRoom(new JobId(job), more, due, hosts);
    }

    @Test
    void problems_of_one_owner_go_in_the_order_in_which_they_became_due() {
        due(BOB, 3, 1, 2);

        assertThat(give()).containsExactly(3, 1, 2);
    }

    @Test
    void one_owner_never_holds_all_hosts() {
        due(BOB, 1, 2, 3, 4, 5);

        assertThat(give()).containsExactly(1, 2, 3);

        due(ANN, 6, 7);
        assertThat(give()).containsExactly(6);
    }

    @Test
    void a_single_host_goes_from_owner_to_owner() {
        hosts = 1;
        due(BOB, 1, 2);
        due(ANN, 3, 4);

        List<Integer> given = new ArrayList<>(give());
        for (int i = 0; i < 3; i++) {
            ends(given.get(given.size() - 1));
            given.addAll(give());
        }

        assertThat(given).containsExactly(1, 3, 2, 4);
    }

    @Test
    void who_has_the_fewest_hosts_goes_first() {
        due(BOB, 1, 2, 3, 4, 5);
        due(ANN, 6, 7);
        due(CARL, 8);

        assertThat(give()).containsExactly(1, 6, 8, 2);

        ends(8);
        assertThat(give()).containsExactly(7);
    }

    @Test
    void of_those_with_equally_many_goes_first_who_was_served_longest_ago() {
        hosts = 2;
        due(BOB, 1);
        due(ANN, 2);
        give();
        ends(2);
        ends(1);

        due(BOB, 3);
        due(ANN, 4);

        assertThat(give()).as("bob had his until just now").containsExactly(4, 3);
    }

    @Test
    void one_that_has_a_host_gets_no_second_one() {
        due(BOB, 1);
        give();
        due(BOB, 1);

        assertThat(give()).isEmpty();
        ends(1);
        assertThat(give()).containsExactly(1);
    }

    @Test
    void nobody_makes_room_while_nobody_would_get_it() {
        due(BOB, 1, 2);
        give();
        assertThat(makesRoom(1, true)).as("nobody waits").isFalse();

        due(ANN, 3);
        assertThat(makesRoom(1, true)).as("there is a free one").isFalse();

        due(ANN, 4, 5);
        due(CARL, 6);
        assertThat(give()).containsExactly(3, 6);
        assertThat(makesRoom(3, true)).as("ann gets her second by turns").isTrue();
        assertThat(makesRoom(6, true)).as("carl would go first again").isFalse();
        assertThat(makesRoom(6, false)).as("carl has nothing to do").isTrue();
    }

    @Test
    void those_of_an_owner_who_may_have_no_more_take_turns_though_a_host_is_free() {
        due(BOB, 1, 2, 3, 4);
        give();

        assertThat(makesRoom(1, true)).isTrue();

        ends(1);
        due(BOB, 1);
        assertThat(give()).containsExactly(4);
    }

    @Test
    void when_there_shall_be_fewer_hosts_those_beyond_make_room() {
        due(BOB, 1, 2, 3);
        due(ANN, 4);
        give();

        hosts = 3;
        assertThat(makesRoom(4, true)).isTrue();

        ends(4);
        assertThat(makesRoom(1, true)).as("he has all of them").isTrue();

        ends(1);
        assertThat(makesRoom(2, true)).isFalse();
    }
}
