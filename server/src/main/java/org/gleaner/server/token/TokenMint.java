package org.gleaner.server.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.protocol.message.Content;

/** Makes tokens: 256 random bits behind a word that says what they are for, so that one found in a log is known. */
public final class TokenMint {
    private static final String PREFIX = "glnr_";
    private static final Pattern ANY = Pattern.compile(PREFIX + "[a-z]+_[A-Za-z0-9_-]+");
    private static final int BYTES = 32;
    private final SecureRandom random;

    public TokenMint(SecureRandom random) {
        this.random = random;
    }

    /** For example {@code glnr_join_3q2-…}. */
    public String mint(Role role) {
        byte[] secret = new byte[BYTES];
        random.nextBytes(secret);
        return PREFIX + role.word() + "_"
                + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    }

    /** A text for a log without the tokens in it: people paste one where a name belongs. */
    public static String hidden(String text) {
        return ANY.matcher(text).replaceAll("(a token)");
    }

    /** Whether it has a token in it, or what looks like one: no name may. */
    public static boolean isIn(String text) {
        return ANY.matcher(text).find();
    }

    /** What the server keeps of a token. */
    public static TokenHash hash(String token) {
        return new TokenHash(Content.hash(token.getBytes(UTF_8)).hex());
    }
}
