package org.gleaner.server.http;

import java.time.Duration;
import java.util.Optional;

/**
 * Upper bounds of what callers may take of the server.
 *
 * @param headerBytes request line and headers
 * @param connections open at once
 * @param idle a connection on which nothing moves is closed after this; longer than any call is held open
 * @param grace in this time the first call of a connection and the head of each later one must have come; and after it
 *     a body with at least {@code slowest} bytes per second
 * @param callsPerPerson calls of one user's, admin's or join token at once
 * @param callsPerNode calls of one node at once
 */
public record HttpLimits(
        int headerBytes,
        int connections,
        Duration idle,
        Duration grace,
        long slowest,
        int callsPerPerson,
        int callsPerNode) {
    /** Of descriptors these are for the database, blobs and the program itself, or a share if there are many. */
    private static final long LEAST_KEPT = 256;

    private static final long SHARE_KEPT = 8;
    private static final int SHARE_OF_ONE = 4;
    /** With fewer a handful of callers would keep all others out. */
    public static final long LEAST_DESCRIPTORS = 512;
    /** Enough for a pool of some size. */
    private static final int MANY = 512;
    /** What is kept is at least a seventh of the connections; less than half of it is for files of callers. */
    private static final int SHARE_OF_FILES = 16;

    private static final int SHARE_OF_FEEDS = 16;
    /** Of the connections, never taken by calls: half for feeds, half for whoever needs no token. */
    private static final int SHARE_BESIDE_CALLS = 8;

    /** Three connections of each of ten thousand agents: its parked sync, a commit, a file. */
    public static final HttpLimits DEFAULT =
            new HttpLimits(16 * 1024, 32_768, Duration.ofSeconds(60), Duration.ofSeconds(10), 1024, 256, 32);

    /** The same for a process that may open so many files and sockets: the last of them must not be a caller's. */
    public HttpLimits within(long descriptors) {
        long kept = Math.max(LEAST_KEPT, descriptors / SHARE_KEPT);
        int most = (int) Math.max(1, Math.min(connections, descriptors - kept));
        int each = Math.max(1, Math.min(callsPerPerson, most / SHARE_OF_ONE));
        return new HttpLimits(headerBytes, most, idle, grace, slowest, each, callsPerNode);
    }

    /** What is wrong if only few connections are possible. */
    public Optional<String> few() {
        return connections >= MANY
                ? Optional.empty()
                : Optional.of("only " + connections + " connections at once are possible, as the limit of open files is"
                        + " low; an agent takes up to three");
    }

    /**
     * Calls of holders of tokens at once: besides them there is room for feeds, and for those who need no token. With
     * more connections than these, none is kept for a next call.
     */
    int calls() {
        return connections - connections / SHARE_BESIDE_CALLS;
    }

    /** Callers at once who are told what happens. */
    public int feeds() {
        return Math.max(1, connections / SHARE_OF_FEEDS);
    }

    /** Calls at once that hold a file open as long as they last. */
    int files() {
        return Math.max(1, connections / SHARE_OF_FILES);
    }
}
