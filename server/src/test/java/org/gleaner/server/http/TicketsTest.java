package org.gleaner.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.Owner;
import org.junit.jupiter.api.Test;

final class TicketsTest {
    private static final Token ANN = token("ab", "ann");
    private static final Token ANN_AGAIN = token("ef", "ann");
    private static final Token BOB = token("cd", "bob");

    private final AtomicLong now = new AtomicLong();
    private final AtomicLong words = new AtomicLong();
    private final Tickets tickets = new Tickets(now::get, () -> "w" + words.incrementAndGet());

    private static Token token(String hash, String owner) {
        return new Token(new TokenHash(hash.repeat(32)), Role.USER, new Owner(owner), null);
    }

    @Test
    void a_ticket_is_good_for_five_minutes() throws Refused {
        assertThat(tickets.issue(ANN, "/a/b?c", "")).isEqualTo("/download/w1");
        now.addAndGet(Tickets.LIFE.toNanos() - 1);
        assertThat(tickets.find("w1").orElseThrow().name()).isEqualTo("b");

        now.addAndGet(1);

        assertThat(tickets.find("w1")).isEmpty();
    }

    @Test
    void one_person_holds_so_many_and_more_once_some_are_over() throws Refused {
        for (int i = 0; i < 1000; i++) {
            tickets.issue(ANN, "/a", "");
        }

        assertThatThrownBy(() -> tickets.issue(ANN, "/a", "")).isInstanceOf(Refused.class);
        assertThatThrownBy(() -> tickets.issue(ANN_AGAIN, "/a", "")).isInstanceOf(Refused.class);
        tickets.issue(BOB, "/a", "");
        now.addAndGet(Tickets.LIFE.toNanos());
        tickets.issue(ANN, "/a", "");
        assertThat(tickets.find("w1002")).isPresent();
    }

    @Test
    void names_are_such_that_every_system_and_every_header_can_hold_them() {
        assertThat(AttachedName.header("out.csv")).isEqualTo("attachment; filename=\"out.csv\"");
        assertThat(AttachedName.header("../../a\"b\r\nSet-Cookie: x"))
                .isEqualTo("attachment; filename=\"_.._a_b__Set-Cookie_ x\"");
        assertThat(AttachedName.header("ü.csv"))
                .isEqualTo("attachment; filename=\"_.csv\"; filename*=UTF-8''%C3%BC.csv");
        assertThat(AttachedName.header("...")).isEqualTo("attachment; filename=\"download\"");
        assertThat(AttachedName.header("a\u202egpj.exe")).isEqualTo("attachment; filename=\"a_gpj.exe\"");
    }
}
