package org.gleaner.server.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.Owner;
import org.gleaner.server.token.TokenDirectory.Finding;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class TokenDirectoryTest {
    private static final Token ANN = new Token(TokenMint.hash("ann's"), Role.USER, new Owner("ann"), null);
    private static final TokenHash NOBODYS = TokenMint.hash("guessed");

    /** Lets something happen between a look that finds nothing and its answer. */
    private static final class SlowMap extends ConcurrentHashMap<TokenHash, Token> {
        private static final long serialVersionUID = 1;

        private final transient AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});

        @Override
        public @Nullable Token get(Object key) {
            Token found = super.get(key);
            meanwhile.getAndSet(() -> {}).run();
            return found;
        }
    }

    @Test
    void a_token_that_is_loaded_while_it_is_looked_up_is_not_a_strangers() {
        SlowMap map = new SlowMap();
        TokenDirectory directory = new TokenDirectory(map);
        map.meanwhile.set(() -> {
            directory.replace(List.of(ANN));
            directory.complete();
        });

        assertThat(directory.find(ANN.hash())).isEqualTo(new Finding.TooEarly());
        assertThat(directory.find(ANN.hash())).isEqualTo(new Finding.Known(ANN));
        assertThat(directory.find(NOBODYS)).isEqualTo(new Finding.Stranger());
    }

    @Test
    void nobody_is_a_stranger_before_the_first_tokens_are_given_out() {
        TokenDirectory directory = new TokenDirectory();

        directory.replace(List.of(ANN));

        assertThat(directory.find(ANN.hash())).isEqualTo(new Finding.Known(ANN));
        assertThat(directory.find(NOBODYS)).isEqualTo(new Finding.TooEarly());
    }

    @Test
    void loading_again_makes_nobody_a_stranger_on_the_way() {
        TokenDirectory directory = new TokenDirectory();
        directory.replace(List.of(ANN));
        directory.complete();

        directory.replace(List.of());

        assertThat(directory.find(ANN.hash())).isEqualTo(new Finding.Stranger());
    }
}
