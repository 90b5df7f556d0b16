package org.gleaner.server.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.message.IssuedToken;
import org.junit.jupiter.api.Test;

final class PageLinksTest {
    private static final IssuedToken TOKEN =
            new IssuedToken("glnr_user_x", TokenMint.hash("glnr_user_x"), Role.USER, new Owner("ada"));

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final Set<TokenHash> revoked = new HashSet<>();
    private final PageLinks links = new PageLinks(nanos::get, hash -> !revoked.contains(hash));

    @Test
    void a_word_works_once() {
        links.keep("word", TOKEN);

        assertThat(links.redeem("other")).isEmpty();
        assertThat(links.redeem("word")).hasValue(TOKEN);
        assertThat(links.redeem("word")).isEmpty();
    }

    @Test
    void after_a_minute_it_works_no_more() {
        links.keep("word", TOKEN);

        nanos.addAndGet(PageLinks.LIFETIME.toNanos());

        assertThat(links.redeem("word")).isEmpty();
    }

    @Test
    void it_gives_no_token_that_was_revoked_meanwhile() {
        links.keep("word", TOKEN);

        revoked.add(TOKEN.hash());

        assertThat(links.redeem("word")).isEmpty();
    }

    @Test
    void beyond_a_thousand_the_oldest_goes() {
        for (int i = 0; i <= 1_000; i++) {
            links.keep("word" + i, TOKEN);
        }

        assertThat(links.redeem("word0")).isEmpty();
        assertThat(links.redeem("word1")).isPresent();
    }
}
