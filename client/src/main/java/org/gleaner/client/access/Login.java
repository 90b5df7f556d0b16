package org.gleaner.client.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.gleaner.client.file.PrivateFile;
import org.jspecify.annotations.Nullable;

/**
 * The server that a person has logged in to.
 *
 * @param address with the pin, if there is one
 */
public record Login(String address, String token) {
    private static final String FILE = "login";

    static Path file(Path home) {
        return home.resolve(FILE);
    }

    /** What was stored last; null if nobody has logged in, or nothing is left of it that could be meant. */
    public static @Nullable Login stored(Path home) throws IOException {
        String content = ServerFinder.content(file(home));
        int end = content == null ? -1 : content.indexOf('\n');
        return content == null || end <= 0
                ? null
                : new Login(
                        content.substring(0, end).strip(),
                        content.substring(end).strip());
    }

    /** Whether this is what somebody means who writes that address, with the pin or without. */
    boolean isAt(String url) {
        int sign = address.indexOf('#');
        String base = sign < 0 ? address : address.substring(0, sign);
        String meant = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        return meant.equals(base) || meant.equals(address);
    }

    /** Replaces what was stored; the file is never readable for others, not even for a moment. */
    public void store(Path home) throws IOException {
        PrivateFile.createDirectory(home);
        Path fresh = home.resolve(FILE + ".new");
        Files.deleteIfExists(fresh);
        Files.writeString(
                PrivateFile.create(fresh),
                address + "\n" + token + "\n",
                StandardCharsets.UTF_8,
                StandardOpenOption.WRITE);
        Files.move(fresh, home.resolve(FILE), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Forgets it; false if there was nothing. */
    public static boolean forget(Path home) throws IOException {
        return Files.deleteIfExists(home.resolve(FILE));
    }

    /** Without the token, so that it can be logged. */
    @Override
    public String toString() {
        return address;
    }
}
