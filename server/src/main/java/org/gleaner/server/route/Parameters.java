package org.gleaner.server.route;

import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.json.Words;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;
import org.jspecify.annotations.Nullable;

/** Reads what paths and queries say; whatever can't be meant is refused with a word on what could be. */
final class Parameters {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    private Parameters() {}

    static JobId job(Exchange exchange) throws Refused {
        return new JobId(atLeastOne("job", exchange.parameter("id")));
    }

    static NodeId node(Exchange exchange) throws Refused {
        return new NodeId(atLeastOne("node", exchange.parameter("id")));
    }

    static int task(Exchange exchange) throws Refused {
        long ordinal = atLeastOne("task", exchange.parameter("n"));
        if (ordinal > Integer.MAX_VALUE - 1) {
            throw wrong("task", "it is beyond every job");
        }
        return (int) ordinal;
    }

    static AttemptId attempt(Exchange exchange) throws Refused {
        long number = atLeastOne("attempt", exchange.parameter("a"));
        if (number > Integer.MAX_VALUE) {
            throw wrong("attempt", "it is beyond every task");
        }
        return new AttemptId(new TaskId(job(exchange), task(exchange)), (int) number);
    }

    static boolean flag(Exchange exchange, String name) throws Refused {
        String word = exchange.query(name).orElse("false");
        if (!word.equals("true") && !word.equals("false")) {
            throw wrong(name, "true or false is expected");
        }
        return word.equals("true");
    }

    static BlobHash hash(Exchange exchange, String name) throws Refused {
        return valid(name, () -> new BlobHash(exchange.parameter(name)));
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

    static int from(Exchange exchange) throws Refused {
        return (int) bounded(exchange, "from", 1, Integer.MAX_VALUE - 1, 1);
    }

    static int limit(Exchange exchange, int most, int usual) throws Refused {
        return (int) bounded(exchange, "limit", 1, most, usual);
    }

    static @Nullable TaskState state(Exchange exchange) throws Refused {
        Optional<String> word = exchange.query("state");
        if (word.isEmpty()) {
            return null;
        }
        TaskState state = Words.state(word.get());
        if (state == null) {
            throw wrong("state", "'" + word.get() + "' is not a state of a task");
        }
        return state;
    }

    static long bounded(Exchange exchange, String name, long least, long most, long usual) throws Refused {
        Optional<String> text = exchange.query(name);
        if (text.isEmpty()) {
            return usual;
        }
        long value = number(name, text.get());
        if (value < least || value > most) {
            throw wrong(name, "a number from " + least + " to " + most + " is expected");
        }
        return value;
    }

    private static long atLeastOne(String what, String text) throws Refused {
        long value = number(what, text);
        if (value < 1) {
            throw wrong(what, "a number from 1 is expected");
        }
        return value;
    }

    private static long number(String what, String text) throws Refused {
        if (!NUMBER.matcher(text).matches()) {
            throw wrong(what, text.matches("[0-9]+") ? "the number is too large" : "a number is expected");
        }
        return Long.parseLong(text);
    }

    static Refused contradiction(String name, String why) {
        return new Refused(ShellProblems.contradiction(name, why));
    }

    static Refused wrong(String name, String why) {
        return new Refused(ShellProblems.badParameter(name, why));
    }
}
