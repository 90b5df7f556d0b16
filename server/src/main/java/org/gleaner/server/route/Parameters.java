package org.gleaner.server.route;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.function.Supplier;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.json.Instants;
import org.gleaner.protocol.json.Words;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;
import org.jspecify.annotations.Nullable;

/**
 * Reads what paths and queries say. The call was compared with its description before: numbers are numbers within their
 * bounds and words are words that there are, so only what a description can't say is refused here.
 */
final class Parameters {
    private Parameters() {}

    static JobId job(Exchange exchange) {
        return new JobId(Long.parseLong(exchange.parameter("id")));
    }

    static NodeId node(Exchange exchange) {
        return new NodeId(Long.parseLong(exchange.parameter("id")));
    }

    static int task(Exchange exchange) {
        return Integer.parseInt(exchange.parameter("n"));
    }

    static AttemptId attempt(Exchange exchange) {
        return new AttemptId(new TaskId(job(exchange), task(exchange)), Integer.parseInt(exchange.parameter("a")));
    }

    static BlobHash hash(Exchange exchange) {
        return new BlobHash(exchange.parameter("sha256"));
    }

    static boolean flag(Exchange exchange, String name) {
        return exchange.query(name).orElse("false").equals("true");
    }

    static @Nullable TaskState state(Exchange exchange) {
        return exchange.query("state").map(Words::state).orElse(null);
    }

    static int from(Exchange exchange) {
        return count(exchange, "from", 1);
    }

    static int count(Exchange exchange, String name, int usual) {
        return (int) number(exchange, name, usual);
    }

    static long number(Exchange exchange, String name, long usual) {
        return exchange.query(name).map(Long::valueOf).orElse(usual);
    }

    static @Nullable Instant since(Exchange exchange) throws Refused {
        return instant(exchange, "since");
    }

    static @Nullable Instant instant(Exchange exchange, String name) throws Refused {
        try {
            return exchange.query(name).map(Instants::parse).orElse(null);
        } catch (DateTimeException e) {
            throw wrong(name, Instants.EXPECTED);
        }
    }

    static Selector selector(String text) throws Refused {
        try {
            return Selector.parse(text);
        } catch (IllegalArgumentException backwards) {
            // Its form was looked at before, so it is a span that ends before it begins.
            throw contradiction("select", String.valueOf(backwards.getMessage()));
        }
    }

    /** What the records of core say of a value that they refuse is meant for people. */
    static <T> T valid(String name, Supplier<T> value) throws Refused {
        try {
            return value.get();
        } catch (IllegalArgumentException malformed) {
            throw wrong(name, String.valueOf(malformed.getMessage()));
        }
    }

    static Refused contradiction(String name, String why) {
        return new Refused(ShellProblems.contradiction(name, why));
    }

    static Refused wrong(String name, String why) {
        return new Refused(ShellProblems.badParameter(name, why));
    }
}
