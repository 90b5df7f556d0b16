package org.gleaner.server.route;

import java.io.IOException;
import java.util.Collections;
import org.gleaner.core.desk.Desk;
import org.gleaner.core.desk.Errand;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoreException;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonWriter;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.protocol.wording.RejectionWords;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.FrontProblems;
import org.gleaner.server.loop.ServerLoop;

/** Where routes hand in commands. What every command can come to (refused, not now, a bug) is answered here, once. */
record LoopDesk(ServerLoop loop, Desk desk, QuestionTurns turns) {
    LoopDesk(ServerLoop loop, Desk desk) {
        this(loop, desk, new QuestionTurns());
    }

    /** Answers a call with the reply that it hoped for. */
    interface Answer<T> {
        void write(T reply) throws IOException, StoreException;
    }

    /** @param over as in {@link #ask(Exchange, Command, Runnable, Class, Answer)} */
    private record Call(Exchange exchange, Runnable over, Answer<Reply> answer) {}

    /** The next step of an errand, on a thread that may wait for the store. */
    private interface Reading {
        Errand next() throws StoreException;
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
     * @param over runs when all is decided and durable, or nothing will be, even if the caller is gone; maybe more than
     *     once
     */
    <T extends Reply> void ask(Exchange exchange, Command command, Runnable over, Class<T> hoped, Answer<T> answer) {
        Call call = new Call(exchange, over, reply -> answer(exchange, reply, hoped, answer));
        follow(call, () -> desk.take(command), false);
    }

    /** @param again whether the loop was asked before */
    private void follow(Call call, Reading reading, boolean again) {
        call.exchange().attempt(() -> {
            boolean asked = false;
            try {
                Errand errand = reading.next();
                if (errand instanceof Errand.Done done) {
                    call.over().run();
                    call.answer().write(done.reply());
                } else if (errand instanceof Errand.Ask ask) {
                    asked = askInTurn(call, ask, again);
                }
            } finally {
                if (!asked) {
                    call.over().run();
                }
            }
        });
    }

    private boolean askInTurn(Call call, Errand.Ask ask, boolean again) {
        if (!QuestionTurns.isMeant(ask.command())) {
            return offer(call, ask, () -> {});
        }
        String holder = call.exchange().token().holder();
        turns.take(holder, waited -> {
            // Nobody tells that a caller hung up, and answering takes long enough to look.
            boolean gone = (again || waited) && call.exchange().isGone();
            boolean asked = !gone && offer(call, ask, () -> turns.leave(holder));
            if (!asked) {
                call.over().run();
            }
            return asked;
        });
        return true;
    }

    /** @param replied runs when the loop has replied */
    private boolean offer(Call call, Errand.Ask ask, Runnable replied) {
        Exchange exchange = call.exchange();
        String about = Subjects.of(ask.command());
        if (!about.isEmpty()) {
            exchange.about(about);
        }
        boolean taken = loop.offer(ask.command(), exchange.token().hash(), reply -> {
            replied.run();
            ask.decided().run();
            if (reply instanceof Reply.Submitted submitted) {
                exchange.about("job " + submitted.job());
            } else if (reply instanceof Reply.SubmittedAll submitted) {
                exchange.about(
                        "jobs " + Collections.min(submitted.jobs()) + " to " + Collections.max(submitted.jobs()));
            } else if (reply instanceof Reply.Introduced introduced) {
                exchange.about("node " + introduced.content().node());
            }
            follow(call, () -> ask.then().on(reply), true);
        });
        if (!taken) {
            ask.decided().run();
            exchange.refuse(
                    loop.isStopping()
                            ? FrontProblems.unavailable(RejectionWords.unavailable(Reply.Unavailable.Why.STOPPING))
                            : FrontProblems.busy());
        }
        return taken;
    }

    /** Hands in a command whose reply nobody waits for; when the server is busy it is left out. */
    void tell(Command command) {
        loop.offer(command, reply -> {});
    }

    private static <T extends Reply> void answer(Exchange exchange, Reply reply, Class<T> hoped, Answer<T> answer)
            throws IOException, StoreException {
        if (hoped.isInstance(reply)) {
            answer.write(hoped.cast(reply));
        } else {
            exchange.refuse(problem(reply, hoped));
        }
    }

    private static Problem problem(Reply reply, Class<?> hoped) {
        if (reply instanceof Reply.Refused refused) {
            return RejectionWords.problem(refused.why());
        }
        if (reply instanceof Reply.Unauthenticated) {
            return ShellProblems.unauthenticated();
        }
        if (reply instanceof Reply.Unavailable away) {
            return away.full()
                    ? FrontProblems.diskFull()
                    : FrontProblems.unavailable(RejectionWords.unavailable(away.why()));
        }
        if (reply instanceof Reply.Failed failed) {
            return ShellProblems.bug(failed.id());
        }
        if (reply instanceof Reply.Halfway half) {
            return RejectionWords.halfway(half.jobs(), problem(half.why(), hoped));
        }
        throw new IllegalStateException("asked for " + hoped + ", got " + reply.getClass());
    }
}
