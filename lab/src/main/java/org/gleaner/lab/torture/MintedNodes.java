package org.gleaner.lab.torture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.pool.Joining;
import org.gleaner.lab.torture.Evidence.Admitted;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.NodeCalls;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.message.Welcome;
import org.gleaner.protocol.thread.Vigil;
import org.gleaner.server.token.TokenFiles;

/** Machines that somebody makes up. For one thread. */
final class MintedNodes {
    private static final int BY_JOIN_TOKEN = 12;
    /** More than a node may bring in all. */
    private static final int COPIES = Joining.MOST_COPIES + 30;

    /** So many copies a token may bring at once, and one more after each of these times. */
    private static final int COPIES_AT_ONCE = 10;

    private static final Duration NEXT_COPY = Duration.ofSeconds(6);
    private static final Duration PARKED = Duration.ofSeconds(9);

    private static final Introduction MACHINE = new Introduction(
            new NodeFacts("minted", "linux", "x64", 1, Duration.ofMillis(300), "0.1.0"),
            new Capacity(1, MemorySize.parse("1G")),
            List.of());

    private final Ground ground;
    private final Function<String, ServerConnection> connections;

    /** @param connections to the server by a token */
    MintedNodes(Ground ground, Function<String, ServerConnection> connections) {
        this.ground = ground;
        this.connections = connections;
    }

    /** Machines that join and are never heard again. */
    void join() throws IOException {
        NodeCalls door = door();
        for (int i = 0; i < BY_JOIN_TOKEN; i++) {
            door.introduce(MACHINE);
        }
    }

    /** One machine joins and says again and again that its disk was copied; the copies hold calls open. */
    List<Admitted> copy() throws IOException {
        NodeCalls door = door();
        if (!(door.introduce(MACHINE) instanceof Answer.Success<Welcome> original)) {
            return List.of();
        }
        NodeCalls node = as(door, original.value());
        long server = ground.server().pid();
        long begin = System.nanoTime();
        List<Welcome> copies = new ArrayList<>();
        for (int i = 0; i < COPIES; i++) {
            Answer<Welcome> answer = node.introduce(MACHINE, "", true);
            if (answer instanceof Answer.Success<Welcome> copy) {
                copies.add(copy.value());
                park(as(door, copy.value()), copy.value().introduced());
            } else if (answer instanceof Answer.Unreachable<Welcome>) {
                break;
            }
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        int ofCopies = 0;
        for (Welcome copy : copies) {
            ofCopies += as(door, copy).introduce(MACHINE, "", true) instanceof Answer.Success<Welcome> ? 1 : 0;
        }
        // A server that starts again does not know how often it was asked before.
        int most = server == ground.server().pid()
                ? COPIES_AT_ONCE + 1 + (int) took.dividedBy(NEXT_COPY)
                : Joining.MOST_COPIES;
        return List.of(
                new Admitted("the token of a node", copies.size(), most),
                new Admitted("the tokens of its copies", ofCopies, 0));
    }

    private NodeCalls door() throws IOException {
        String join = Files.readString(ground.data().resolve(TokenFiles.JOIN), UTF_8);
        return new NodeCalls(connections.apply(join.strip()));
    }

    private static NodeCalls as(NodeCalls door, Welcome node) {
        return door.withToken(String.valueOf(node.token()));
    }

    /** Asks for work that it does not take. */
    private static void park(NodeCalls node, Introduced as) {
        SyncReport report = new SyncReport(as.incarnation(), 1, List.of(), Capacity.NOTHING, 0, PARKED);
        Vigil.daemon("minted").newThread(() -> node.sync(as.node(), report)).start();
    }
}
