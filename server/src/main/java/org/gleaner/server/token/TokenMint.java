package org.gleaner.server.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.protocol.message.Content;

/** Makes tokens: 256 random bits behind a word that says what they are for, so that one found in a log is known. */
public final class TokenMint {
    private static final String PREFIX = "glnr_";
    private static final Pattern ANY = Pattern.compile(PREFIX + "[a-z]+_[A-Za-z0-9_-]+");
    private static final int BYTES = 32;
    private static final int BYTES_OF_WORD = 16;
    private final SecureRandom random;

    public TokenMint(SecureRandom random) {
        this.random = random;
    }

    /** For example {@code glnr_join_3q2-…}. */
    public String mint(Role role) {
        String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(secret(BYTES));
        return PREFIX + role.word() + "_" + secret;
    }

    /** The one token that belongs to a secret of whoever gets it, so that it need not be kept to be given again. */
    public static String derived(Role role, String secret) {
        byte[] hash = HexFormat.of()
                .parseHex(Content.hash(("gleaner token for " + secret).getBytes(UTF_8))
                        .hex());
        return PREFIX + role.word() + "_"
                + Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    }

    /** 128 random bits in hexadecimal, for what does not live long. */
    public String word() {
        return HexFormat.of().formatHex(secret(BYTES_OF_WORD));
    }

    private byte[] secret(int size) {
        byte[] secret = new byte[size];
        random.nextBytes(secret);
        return secret;
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
