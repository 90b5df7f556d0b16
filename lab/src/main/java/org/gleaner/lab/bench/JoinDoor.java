package org.gleaner.lab.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.NodeCalls;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.message.Welcome;
import org.gleaner.terminal.verb.VersionVerb;

/** Where the nodes of a benchmark join, all with one token. Thread-safe. */
final class JoinDoor {
    static final Capacity ONE_SLOT = new Capacity(1, MemorySize.parse("4G"));
    private static final int MOST_TRIES = 60;
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final NodeCalls calls;

    JoinDoor(Endpoint server) {
        calls = new NodeCalls(new ServerConnection(server, CallTimeouts.DEFAULT));
    }

    /** Who has joined, and its own token. */
    record Joined(Introduced introduced, String token) {
        /** Below this its calls are. */
        String path() {
            return "/api/v1/nodes/" + introduced.node().value();
        }
    }

    static Introduction introduction(int number) {
        return introduction(number, Abilities.NONE);
    }

    private static Introduction introduction(int number, Abilities abilities) {
        NodeFacts facts = new NodeFacts(
                "bench-" + number, "linux", "x64", 1, Duration.ofMillis(300), VersionVerb.version(), abilities);
        return new Introduction(facts, ONE_SLOT, List.of());
    }

    /** Many join with one token, more per second than one may call: then they wait, as agents do. */
    Joined join(int number) throws IOException, InterruptedException {
        return join(number, Abilities.NONE);
    }

    Joined join(int number, Abilities abilities) throws IOException, InterruptedException {
        Introduction introduction = introduction(number, abilities);
        Answer<Welcome> answer = calls.introduce(introduction);
        for (int tries = 1; tries < MOST_TRIES && answer instanceof Answer.Refused<Welcome>; tries++) {
            TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
            answer = calls.introduce(introduction);
        }
        if (answer instanceof Answer.Success<Welcome> success && success.value().token() != null) {
            return new Joined(success.value().introduced(), success.value().token());
        }
        throw new FleetFailure("node " + number + " did not join: " + answer);
    }
}
