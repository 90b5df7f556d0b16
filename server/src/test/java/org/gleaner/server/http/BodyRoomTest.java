package org.gleaner.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.server.token.TokenMint;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class BodyRoomTest {
    /** People have a quarter of it, and one of them three quarters of that. */
    private static final long HEAP = 1_600;

    private static final long SHARE = 300;

    private final BodyRoom room = BodyRoom.within(HEAP);

    private static Token person(String name, String text) {
        return new Token(TokenMint.hash(text), Role.USER, new Owner(name), null);
    }

    private static Token node(long id) {
        return new Token(TokenMint.hash("node" + id), Role.NODE, null, new NodeId(id));
    }

    private static @Nullable ProblemKind refusal(BodyRoom.Lease lease, long bytes) {
        Refused refused = catchThrowableOfType(Refused.class, () -> lease.take(bytes));
        return ProblemKind.of(refused.problem().code());
    }

    @Test
    void two_tokens_of_one_person_take_no_more_than_one_and_leave_room_for_others() throws Exception {
        room.lease(person("greedy", "first")).take(SHARE);

        assertThat(refusal(room.lease(person("greedy", "second")), 1)).isEqualTo(ProblemKind.UNAVAILABLE);
        room.lease(person("modest", "third")).take(100);
    }

    @Test
    void what_is_over_makes_room_again_for_all_tokens_of_its_holder() throws Exception {
        BodyRoom.Lease first = room.lease(person("ann", "first"));
        first.take(SHARE);
        first.end();
        first.end();

        room.lease(person("ann", "second")).take(SHARE);
    }

    @Test
    void people_and_nodes_take_nothing_from_each_other() throws Exception {
        room.lease(person("ann", "a")).take(SHARE);
        room.lease(person("bob", "b")).take(100);

        room.lease(node(1)).take(150);
        room.lease(node(2)).take(50);

        assertThat(refusal(room.lease(node(3)), 1)).isEqualTo(ProblemKind.UNAVAILABLE);
    }

    @Test
    void what_never_fits_is_too_large_whoever_else_is_there() {
        assertThat(refusal(room.lease(person("ann", "a")), SHARE + 1)).isEqualTo(ProblemKind.PAYLOAD_TOO_LARGE);
    }
}
