package org.gleaner.server.route;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Role;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Held;
import org.gleaner.protocol.http.NodeCalls;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.NodeJson;
import org.gleaner.protocol.json.OrdersJson;
import org.gleaner.protocol.message.Welcome;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;
import org.gleaner.server.live.LiveLogs;
import org.gleaner.server.token.TokenMint;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What nodes call to be part of the pool: introduction and sync. */
record NodeRoutes(LoopDesk desk, TokenMint mint, ServedVersions versions, LiveLogs logs) {
    private static final int INTRODUCTION_LIMIT = 4 << 20;
    private static final int SYNC_LIMIT = 4 << 20;
    /** Whatever a node asks for: a call that is held open must end before its connection counts as idle. */
    private static final Duration LONGEST_CALL = Duration.ofSeconds(45);

    /** As many characters as hold 128 random bits: it is worth as much as the node's token. */
    private static final Pattern JOIN_KEY = Pattern.compile("[A-Za-z0-9_-]{22,64}");

    private static final Logger LOG = LoggerFactory.getLogger(NodeRoutes.class);

    /** A join token makes a new node with a token of its own; a node token proves who comes back. */
    void introduce(Exchange exchange) {
        exchange.body(INTRODUCTION_LIMIT, content -> {
            Introduction introduction = exchange.read(content, NodeJson::readIntroduction);
            String version = introduction.facts().version();
            if (!ServedVersions.isVersion(version)) {
                throw Parameters.wrong("version", "it must be three numbers, such as 0.2.0, and maybe a suffix");
            }
            if (!versions.includes(version)) {
                throw new Refused(ShellProblems.unsupportedVersion(version, versions.server(), versions.inWords()));
            }
            NodeId before = exchange.token().node();
            boolean copy = exchange.header(NodeCalls.COPY_HEADER).isPresent();
            NodeId known = copy ? null : before;
            String own = known == null ? newToken(exchange) : null;
            Command command = new Command.Introduce(
                    known,
                    introduction,
                    own == null ? null : TokenMint.hash(own),
                    copy ? before : null,
                    exchange.header(NodeCalls.LIFE_HEADER).orElse(""));
            desk.ask(exchange, command, Reply.Introduced.class, reply -> {
                if (own != null) {
                    LOG.atInfo()
                            .addKeyValue("node", reply.content().node())
                            .addKeyValue("name", introduction.facts().name())
                            .addKeyValue("from", exchange.client())
                            .log("a node joined");
                }
                if (copy && before != null) {
                    LOG.atWarn()
                            .addKeyValue("node", reply.content().node())
                            .addKeyValue("copyOf", before)
                            .log("an agent with a copied identity joined as a new node");
                }
                exchange.json(200, Json.write(new Welcome(reply.content(), own), NodeJson::writeWelcome));
            });
        });
    }

    /** Of a join that is said again it is the same, so that the node is, too. */
    private String newToken(Exchange exchange) throws Refused {
        Optional<String> key = exchange.header(NodeCalls.JOIN_KEY_HEADER);
        if (key.isPresent() && !JOIN_KEY.matcher(key.get()).matches()) {
            throw Parameters.wrong(NodeCalls.JOIN_KEY_HEADER, "it must be 22 to 64 letters, digits, - or _");
        }
        return key.isPresent() ? TokenMint.derived(Role.NODE, key.get()) : mint.mint(Role.NODE);
    }

    void sync(Exchange exchange) {
        NodeId node = own(exchange);
        if (node == null) {
            return;
        }
        exchange.body(SYNC_LIMIT, content -> {
            SyncReport report = bounded(exchange.read(content, NodeJson::readSync));
            desk.ask(exchange, new Command.Sync(node, report), Reply.Ordered.class, reply -> {
                Orders orders = reply.content().watching(logs.unshown(attempts(report)));
                exchange.json(200, Json.write(orders, OrdersJson::writeOrders));
            });
        });
    }

    /** A node that must hear that somebody looks is not made to wait for it. */
    private SyncReport bounded(SyncReport report) {
        Duration longest = logs.unshown(attempts(report)).isEmpty() ? LONGEST_CALL : Duration.ZERO;
        return report.patience().compareTo(longest) <= 0 ? report : report.with(longest);
    }

    private static List<AttemptId> attempts(SyncReport report) {
        return report.holds().stream()
                .filter(held -> held.state() == Held.State.RUNNING)
                .map(Held::attempt)
                .toList();
    }

    /** The node of the path, if the token is its own; else the call is refused and this is null. */
    static @Nullable NodeId own(Exchange exchange) {
        NodeId mine = Callers.node(exchange);
        if (!exchange.parameter("id").equals(Long.toString(mine.value()))) {
            exchange.refuse(new Rejection.NotAllowed(Rejection.Deed.SPEAK_FOR_ANOTHER_NODE));
            return null;
        }
        return mine;
    }
}
