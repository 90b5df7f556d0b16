package org.gleaner.server.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.gleaner.core.grid.Token;

/**
 * Words that stand for one thing to fetch, for a short while: a browser can't put a token on a link. A ticket gives no
 * right of its own; whoever comes with it is treated as the token that asked for it would be at that moment. In memory
 * only. Thread-safe.
 */
public final class Tickets {
    /** How long one is good for. */
    public static final Duration LIFE = Duration.ofMinutes(5);

    /** Where they are redeemed, as the route table writes it. */
    public static final String TEMPLATE = "/download/{ticket}";

    static final String PARAMETER = "ticket";

    private static final int MOST = 20_000;
    private static final int MOST_EACH = 1_000;

    /**
     * @param token that asked for it
     * @param target path and query
     * @param name what the file shall be called
     */
    record Ticket(Token token, String target, String name, long madeAt) {}

    private final LongSupplier nanoTime;
    private final Supplier<String> words;
    /** The oldest first. */
    private final Map<String, Ticket> tickets = new LinkedHashMap<>();

    private final Map<String, Integer> counts = new HashMap<>();

    /** @param words that nobody can guess */
    public Tickets(LongSupplier nanoTime, Supplier<String> words) {
        this.nanoTime = nanoTime;
        this.words = words;
    }

    /** The path under which it is fetched. */
    public synchronized String issue(Token token, String target, String name) throws Refused {
        forgetOld();
        if (counts.getOrDefault(token.holder(), 0) >= MOST_EACH) {
            throw new Refused(FrontProblems.ownLimit(
                    "You have " + MOST_EACH + " download links, the most that one user may have.",
                    "Use them, or wait: each ends " + LIFE.toMinutes() + " minutes after it was made."));
        }
        if (tickets.size() >= MOST) {
            throw new Refused(FrontProblems.busy());
        }
        String word = words.get();
        tickets.put(word, new Ticket(token, target, name.isEmpty() ? last(target) : name, nanoTime.getAsLong()));
        counts.merge(token.holder(), 1, Integer::sum);
        return TEMPLATE.replace("{" + PARAMETER + "}", word);
    }

    /** The last part of a path. */
    private static String last(String target) {
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        return path.substring(path.lastIndexOf('/') + 1);
    }

    synchronized Optional<Ticket> find(String word) {
        forgetOld();
        return Optional.ofNullable(tickets.get(word));
    }

    private void forgetOld() {
        long now = nanoTime.getAsLong();
        Iterator<Ticket> oldest = tickets.values().iterator();
        while (oldest.hasNext()) {
            Ticket ticket = oldest.next();
            if (now - ticket.madeAt() < LIFE.toNanos()) {
                return;
            }
            oldest.remove();
            counts.computeIfPresent(ticket.token().holder(), (holder, count) -> count == 1 ? null : count - 1);
        }
    }

    /** A call that asks for something else than its line says. */
    static final class Redeemed extends Request.Wrapper {
        private final HttpURI uri;

        Redeemed(Request request, Ticket ticket) {
            super(request);
            this.uri = HttpURI.from(ticket.target());
        }

        @Override
        public HttpURI getHttpURI() {
            return uri;
        }
    }
}
