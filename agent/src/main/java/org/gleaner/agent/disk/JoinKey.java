package org.gleaner.agent.disk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A secret by which the server knows a join that it has answered before: if the answer was lost, the same node is
 * given again. It is on disk before the first call, and worth nothing on another machine or after another identity.
 */
public final class JoinKey {
    private static final int BYTES = 24;

    private final Path file;

    JoinKey(Path file) {
        this.file = file;
    }

    /**
     * The key of the join that is to come, the same until {@link #forget}.
     *
     * @param before who this agent has been; null: nobody yet
     */
    public String of(@Nullable NodeIdentity before) throws IOException {
        String place = MachineMark.ofThisMachine() + " " + (before == null ? "-" : before);
        List<String> lines = lines();
        if (lines.size() == 2 && !lines.get(0).isEmpty() && lines.get(1).equals(place)) {
            return lines.get(0);
        }
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        String key = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        Durable.write(file, key + "\n" + place + "\n");
        return key;
    }

    private List<String> lines() throws IOException {
        try {
            return Files.readAllLines(file, UTF_8);
        } catch (NoSuchFileException | CharacterCodingException none) {
            return List.of();
        }
    }

    /** The identity is on disk: the next join is another one. */
    public void forget() throws IOException {
        Files.deleteIfExists(file);
    }
}
