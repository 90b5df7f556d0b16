package org.gleaner.server.http;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.Token;

/**
 * How often one person, node or join token may call, and how often somebody without a token. Each has an allowance of
 * its own, so nobody takes from others; a person has one however many tokens they make, and a node's syncs have theirs
 * apart, so that its commits do not silence it. Thread-safe.
 */
public final class RateLimits {
    private static final int MOST_HOLDERS = 100_000;
    private static final int MOST_ADDRESSES = 10_000;
    private static final int SECONDS_AHEAD = 10;
    private static final int COPIES_PER_MINUTE = 10;
    /** A lab behind one address joins at once, with two calls of each machine. */
    private static final int OPEN_PER_STRANGER = 10;

    /** Monitors ask this as often as they like; it costs next to nothing. */
    private static final String FREE = "/health";

    /** Bytes that are in memory and that browsers keep; a classroom behind one address opens the page at once. */
    private static final String FILES_OF_PAGE = "/page/";

    private final Meter holders;
    private final Meter strangers;
    private final Meter open;
    private final Supplier<Settings> settings;

    /** @param settings asked at each call, as they change while the server runs */
    public RateLimits(LongSupplier nanos, Supplier<Settings> settings) {
        this.settings = settings;
        holders = new Meter(nanos, MOST_HOLDERS);
        strangers = new Meter(nanos, MOST_ADDRESSES);
        open = new Meter(nanos, MOST_ADDRESSES);
    }

    /** How long the holder must wait before it may bring one more node. */
    private Duration newNode(Token token) {
        int rate = token.role() == Role.JOIN ? settings.get().count(Setting.JOINS_PER_MINUTE) : COPIES_PER_MINUTE;
        return holders.take(token.holder() + "*", Duration.ofMinutes(1).dividedBy(rate), rate);
    }

    /**
     * How long the holder must wait before this call; zero if it may come now.
     *
     * @param copy whether a node's token is to bring another node
     */
    Duration known(Token token, Route route, boolean copy) {
        boolean introduces = route.template().endsWith("/nodes") && !route.isRead();
        if (introduces && (copy || token.role() == Role.JOIN)) {
            return newNode(token);
        }
        boolean node = token.role() == Role.NODE;
        int rate = settings.get().count(node ? Setting.NODE_CALLS_PER_SECOND : Setting.CALLS_PER_SECOND);
        String key = token.holder() + (route.template().endsWith("/sync") ? "+" : "");
        return holders.take(key, Duration.ofSeconds(1).dividedBy(rate), rate * SECONDS_AHEAD);
    }

    /** The same for somebody without a token that is known. */
    Duration stranger(String address) {
        int rate = settings.get().count(Setting.STRANGERS_PER_MINUTE);
        return strangers.take(address, Duration.ofMinutes(1).dividedBy(rate), rate);
    }

    /** The same for a call that needs none. */
    Duration open(Route route, String address) {
        if (route.template().equals(FREE) || route.template().startsWith(FILES_OF_PAGE)) {
            return Duration.ZERO;
        }
        long rate = (long) OPEN_PER_STRANGER * settings.get().count(Setting.STRANGERS_PER_MINUTE);
        return open.take(address, Duration.ofMinutes(1).dividedBy(rate), (int) Math.min(Integer.MAX_VALUE, rate));
    }
}
