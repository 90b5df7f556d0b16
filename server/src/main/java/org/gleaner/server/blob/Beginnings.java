package org.gleaner.server.blob;

import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The hashes of uploads that have paused, as far as they have got, so that one that comes in pieces is not read again
 * before each. Those that are forgotten are read. Thread-safe.
 */
final class Beginnings {
    private static final int MOST = 1000;

    private record Beginning(MessageDigest digest, long length) {}

    private final Map<Path, Beginning> known = new LinkedHashMap<>();

    synchronized void keep(Path file, MessageDigest digest, long length) {
        known.remove(file);
        known.put(file, new Beginning(digest, length));
        if (known.size() > MOST) {
            known.remove(known.keySet().iterator().next());
        }
    }

    /** Hands out what is known of this file, once, if it has just this length; null: it must be read. */
    synchronized @Nullable MessageDigest take(Path file, long length) {
        Beginning beginning = known.remove(file);
        return beginning == null || beginning.length() != length ? null : beginning.digest();
    }
}
