package org.gleaner.server.http;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;

/**
 * The memory that bodies and answers may take together while their calls are under way. People and nodes have rooms of
 * their own, so that neither keeps the other out, and no person or node gets all of one, whatever tokens they have.
 * Thread-safe.
 */
public final class BodyRoom {
    private static final int SHARE_OF_PEOPLE = 4;
    private static final int SHARE_OF_NODES = 8;
    private static final long LARGEST_BODY = 256L << 20;

    private final Room people;
    private final Room nodes;

    private BodyRoom(long people, long nodes) {
        this.people = new Room(people);
        this.nodes = new Room(nodes);
    }

    /** For a process with so much heap. */
    public static BodyRoom within(long heap) {
        return new BodyRoom(heap / SHARE_OF_PEOPLE, heap / SHARE_OF_NODES);
    }

    /** The longest body: packed, unpacked and read it shall still fit into what one holder may take. */
    public long largest() {
        return Math.min(LARGEST_BODY, people.most / 4);
    }

    Lease lease(Token token) {
        boolean machine = token.role() == Role.NODE || token.role() == Role.JOIN;
        return new Lease(machine ? nodes : people, token.holder());
    }

    private static final class Room {
        private final long most;
        private final AtomicLong taken = new AtomicLong();
        private final ConcurrentHashMap<String, Long> holders = new ConcurrentHashMap<>();

        private Room(long most) {
            this.most = most;
        }

        /** What one holder may take. */
        private long share() {
            return most / 4 * 3;
        }

        private boolean take(String holder, long bytes) {
            if (taken.addAndGet(bytes) > most) {
                taken.addAndGet(-bytes);
                return false;
            }
            long own = holders.merge(holder, bytes, Long::sum);
            if (own > share()) {
                give(holder, bytes);
                return false;
            }
            return true;
        }

        private void give(String holder, long bytes) {
            holders.computeIfPresent(holder, (who, own) -> own <= bytes ? null : own - bytes);
            taken.addAndGet(-bytes);
        }
    }

    /** What one call has taken, until it is answered. Thread-safe. */
    static final class Lease {
        private final Room room;
        private final String holder;
        private long held;
        private boolean over;

        private Lease(Room room, String holder) {
            this.room = room;
            this.holder = holder;
        }

        /** Takes more; refuses the call if there is no room now, or never will be. */
        synchronized void take(long bytes) throws Refused {
            if (held + bytes > room.share()) {
                throw FrontProblems.tooLarge(room.share());
            }
            if (over || !room.take(holder, bytes)) {
                throw new Refused(FrontProblems.busy());
            }
            held += bytes;
        }

        synchronized void end() {
            if (!over) {
                over = true;
                room.give(holder, held);
            }
        }
    }
}
