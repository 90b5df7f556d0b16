package org.gleaner.server.route;

import java.io.IOException;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoreException;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonWriter;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.FrontProblems;
import org.gleaner.server.loop.ServerLoop;

/** Where routes hand in commands. What every command can come to (refused, not now, a bug) is answered here, once. */
final class LoopDesk {
    /** Answers a call with the reply that it hoped for. */
    interface Answer<T> {
        void write(T reply) throws IOException, StoreException;
    }

    /** Answers the reply to a command that names blobs, or asks once more. */
    interface Handling {
        /** @return false if it was asked once more, so that the blobs are still claimed */
        boolean handle(Reply reply) throws IOException, StoreException;
    }

    private final ServerLoop loop;

    LoopDesk(ServerLoop loop) {
        this.loop = loop;
    }

    /** Asks the loop; the answer is written later, on a thread that may wait for the store. */
    <T extends Reply> void ask(Exchange exchange, Command command, Class<T> hoped, Answer<T> answer) {
        ask(exchange, command, () -> {}, hoped, answer);
    }

    /** Asks the loop and answers with its reply. */
    <T extends Reply> void show(Exchange exchange, Command command, Class<T> hoped, JsonWriter<T> form) {
        ask(exchange, command, hoped, reply -> exchange.json(200, Json.write(reply, form)));
    }

    /** Hands in a command whose reply says nothing but that it was done. */
    void order(Exchange exchange, Command command) {
        ask(exchange, command, Reply.Acknowledged.class, done -> exchange.empty(204));
    }

    /**
     * @param decided runs when the command is decided and durable, or was not taken, even if the caller is gone
     * @return false if it was not taken
     */
    <T extends Reply> boolean ask(
            Exchange exchange, Command command, Runnable decided, Class<T> hoped, Answer<T> answer) {
        String about = Subjects.of(command);
        if (!about.isEmpty()) {
            exchange.about(about);
        }
        boolean taken = loop.offer(command, reply -> {
            decided.run();
            if (reply instanceof Reply.Submitted submitted) {
                exchange.about("job " + submitted.job());
            } else if (reply instanceof Reply.Introduced introduced) {
                exchange.about("node " + introduced.content().node());
            }
            exchange.attempt(() -> answer(exchange, reply, hoped, answer));
        });
        if (!taken) {
            decided.run();
            exchange.refuse(FrontProblems.busy());
        }
        return taken;
    }

    /** Asks, and keeps the claim until the last decision; {@code decided} as above. */
    void ask(Exchange exchange, Command command, BlobClaim claim, Runnable decided, Handling handling) {
        boolean taken = ask(
                exchange,
                command,
                decided,
                Reply.class,
                reply -> claim.until(() -> {
                    if (handling.handle(reply)) {
                        claim.release();
                    }
                }));
        if (!taken) {
            claim.release();
        }
    }

    /** Hands in a command whose reply nobody waits for; when the server is busy it is left out. */
    void tell(Command command) {
        loop.offer(command, reply -> {});
    }

    <T extends Reply> void answer(Exchange exchange, Reply reply, Class<T> hoped, Answer<T> answer)
            throws IOException, StoreException {
        if (hoped.isInstance(reply)) {
            answer.write(hoped.cast(reply));
        } else if (reply instanceof Reply.Refused refused) {
            exchange.refuse(refused.why());
        } else if (reply instanceof Reply.Unavailable away) {
            exchange.refuse(away.full() ? FrontProblems.diskFull() : FrontProblems.unavailable(away.why()));
        } else if (reply instanceof Reply.Failed failed) {
            exchange.refuse(ShellProblems.bug(failed.id()));
        } else {
            throw new IllegalStateException("asked for " + hoped + ", got " + reply.getClass());
        }
    }
}
