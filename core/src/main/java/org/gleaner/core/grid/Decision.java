package org.gleaner.core.grid;

import java.util.List;

/** What deciding a command came to; nothing has changed yet. */
public sealed interface Decision {
    /** @param then decided next, each after the events before it were applied */
    record Accepted(List<GridEvent> events, List<AddressedReply> replies, List<Piece> then) implements Decision {
        public Accepted {
            events = List.copyOf(events);
            replies = List.copyOf(replies);
            then = List.copyOf(then);
        }
    }

    record Refused(Rejection why) implements Decision {}

    /** Nothing follows. */
    Decision NOTHING = new Accepted(List.of(), List.of(), List.of());

    static Decision nothing() {
        return NOTHING;
    }

    /** These happen, and the caller hears no more than that. */
    static Decision acknowledge(Address address, List<GridEvent> events) {
        return new Accepted(events, List.of(new AddressedReply(address, new Reply.Acknowledged())), List.of());
    }

    static Decision reply(Address address, Reply reply) {
        return new Accepted(List.of(), List.of(new AddressedReply(address, reply)), List.of());
    }
}
