package org.gleaner.server.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.gleaner.core.grid.Role;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TokenMintTest {
    @ParameterizedTest
    @EnumSource
    void a_token_where_a_name_belongs_is_in_no_log(Role role) {
        String token = new TokenMint(new SecureRandom()).mint(role);

        assertThat(TokenMint.hidden("user " + token + " with open jobs")).isEqualTo("user (a token) with open jobs");
        assertThat(TokenMint.hidden("user ann")).isEqualTo("user ann");
        assertThat(TokenMint.isIn(token)).isTrue();
        assertThat(TokenMint.isIn("ann_glnr")).isFalse();
    }
}
