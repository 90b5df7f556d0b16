package org.gleaner.lab.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.terminal.verb.VersionVerb;

/**
 * A server that has a bit of everything: users, a node that runs something, a job, a file. Requests of the fuzzer take
 * some of it away, so it is looked after now and then. Thread-safe.
 */
final class World {
    static final byte[] CONTENT = "hello\n".getBytes(UTF_8);

    private static final String HASH = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int REFUSED = 300;
    /** Refusals for calling too often would hide what lies behind them; a call that is held open would hold us. */
    private static final String SETTINGS = "calls-per-second=1000000 node-calls-per-second=1000000"
            + " joins-per-minute=60000000 most-nodes=1000000 strangers-per-minute=60000000 long-call=1s lost-after=1h"
            + " strategy=balanced quota-owner=unlimited";

    private final URI address;
    private final String admin;
    private final String join;
    private final Map<TokenHolder, String> tokens = new EnumMap<>(TokenHolder.class);
    private volatile Names names;

    World(ServerChild server) throws IOException {
        address = URI.create(server.address());
        admin = server.endpoint("admin.token").token();
        join = server.endpoint("join.token").token();
        tokens.put(TokenHolder.ADMIN, admin);
        tokens.put(TokenHolder.JOIN, join);
        names = new Names(1, 1, 1, "1.1#1", HASH, tokens);
        renew();
    }

    URI address() {
        return address;
    }

    Names names() {
        return names;
    }

    /** Whether the server answers at all, and in reasonable time. */
    boolean isWell() throws IOException {
        try (Wire wire = new Wire(address, PATIENCE)) {
            return get(wire, "/health", "").status() == 200;
        }
    }

    /** Puts back what is missing. */
    synchronized void renew() throws IOException {
        try (Wire wire = new Wire(address, PATIENCE)) {
            for (String setting : SETTINGS.split(" ", -1)) {
                String[] pair = setting.split("=", 2);
                post(wire, "PUT /api/v1/settings", admin, json("name", pair[0], "value", pair[1]));
            }
            user(wire, TokenHolder.ANN, "ann");
            user(wire, TokenHolder.BOB, "bob");
            String ann = tokens.getOrDefault(TokenHolder.ANN, "");
            send(wire, "PUT /api/v1/blobs/" + HASH, ann, "application/octet-stream", CONTENT);
            long job = names.job();
            if (get(wire, "/api/v1/jobs/" + job + "/why", ann).isRefusal()) {
                clear(wire);
                Tree submitted = post(
                        wire,
                        "POST /api/v1/jobs",
                        ann,
                        "{\"name\":\"sim\",\"type\":\"sim\",\"command\":[\"true\"],\"array\":{\"first\":1,\"last\":3},"
                                + "\"inputs\":[{\"path\":\"a\",\"hash\":\"" + HASH + "\",\"size\":6}]}");
                job = field(submitted, "job", job);
            }
            node(wire, job);
        }
    }

    /** Removes the jobs, nodes and simulations that requests left behind, so that what is still held is not theirs. */
    synchronized void clear() throws IOException {
        try (Wire wire = new Wire(address, PATIENCE)) {
            clear(wire);
            Tree nodes = Tree.read(get(wire, "/api/v1/nodes", admin).body());
            if (nodes instanceof Tree.Members page && page.get("nodes") instanceof Tree.Items list) {
                for (Tree node : list.items()) {
                    post(wire, "PUT /api/v1/nodes/" + field(node, "id", 0) + "/duty", admin, json("duty", "forgotten"));
                }
            }
            Tree simulations = Tree.read(get(wire, "/api/v1/simulations", admin).body());
            if (simulations instanceof Tree.Members page && page.get("simulations") instanceof Tree.Items list) {
                for (Tree one : list.items()) {
                    String id = one instanceof Tree.Members fields ? Tree.text(fields.get("id"), "") : "";
                    send(wire, "DELETE /api/v1/simulations/" + id, admin, "", new byte[0]);
                }
            }
            post(wire, "POST /api/v1/storage/sweep", admin, json("grace", "0s"));
        }
    }

    private void clear(Wire wire) throws IOException {
        for (String token :
                List.of(admin, tokens.getOrDefault(TokenHolder.ANN, ""), tokens.getOrDefault(TokenHolder.BOB, ""))) {
            post(wire, "POST /api/v1/jobs/cancel", token, json("select", "all"));
        }
    }

    private void user(Wire wire, TokenHolder caller, String owner) throws IOException {
        String known = tokens.getOrDefault(caller, "");
        if (known.isEmpty() || get(wire, "/api/v1/types", known).isRefusal()) {
            Tree issued = post(wire, "POST /api/v1/tokens", admin, json("role", "user", "owner", owner));
            tokens.put(caller, Tree.text(((Tree.Members) issued).get("token"), ""));
        }
    }

    private void node(Wire wire, long job) throws IOException {
        String own = tokens.getOrDefault(TokenHolder.NODE, "");
        Tree welcome = post(
                wire,
                "POST /api/v1/nodes",
                own.isEmpty() || get(wire, "/api/v1/program", own).status() == 401 ? join : own,
                "{\"facts\":{\"name\":\"fuzz\",\"os\":\"linux\",\"arch\":\"x64\",\"cores\":2,\"benchmarkMs\":300,"
                        + "\"version\":\"" + VersionVerb.version()
                        + "\"},\"capacity\":{\"slots\":2,\"memoryBytes\":4000000000}}");
        if (!(welcome instanceof Tree.Members fields)) {
            return;
        }
        String token = Tree.text(fields.get("token"), own);
        tokens.put(TokenHolder.NODE, token);
        long node = field(welcome, "node", names.node());
        int incarnation = (int) field(welcome, "incarnation", 1);
        post(wire, "PUT /api/v1/nodes/" + node + "/duty", admin, json("duty", "working"));
        post(
                wire,
                "POST /api/v1/nodes/" + node + "/sync",
                token,
                "{\"incarnation\":" + incarnation + ",\"sequence\":1,\"holds\":[],\"patienceMs\":100,"
                        + "\"offer\":{\"slots\":2,\"memoryBytes\":4000000000}}");
        names = new Names(job, node, incarnation, job + ".1#1", HASH, tokens);
    }

    private static long field(Tree tree, String name, long otherwise) {
        Tree value = tree instanceof Tree.Members members ? members.get(name) : null;
        String text = Tree.text(value, "");
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : otherwise;
    }

    private static String json(String... pairs) {
        StringBuilder json = new StringBuilder();
        for (int i = 0; i < pairs.length; i += 2) {
            json.append((i == 0 ? "{" : ",") + "\"" + pairs[i] + "\":\"" + pairs[i + 1] + "\"");
        }
        return json.append('}').toString();
    }

    private static WireAnswer get(Wire wire, String path, String token) throws IOException {
        return send(wire, "GET " + path, token, "", new byte[0]);
    }

    private static Tree post(Wire wire, String call, String token, String json) throws IOException {
        WireAnswer answer = send(wire, call, token, "application/json", json.getBytes(UTF_8));
        if (answer.status() >= REFUSED || answer.body().length == 0) {
            return new Tree.Verbatim(Integer.toString(answer.status()));
        }
        return Tree.read(answer.body());
    }

    private static WireAnswer send(Wire wire, String call, String token, String type, byte[] body) throws IOException {
        String[] words = call.split(" ", 2);
        RequestDraft draft = new RequestDraft(words[0], words[1]);
        draft.header("Host", "localhost");
        if (!token.isEmpty()) {
            draft.header("Authorization", "Bearer " + token);
        }
        if (!type.isEmpty()) {
            draft.header("Content-Type", type);
            draft.hasBody = true;
            draft.body = body;
        }
        Operation operation = new Operation(words[0], words[1], List.of(), null, false);
        return wire.send(
                new WireRequest(operation, TokenHolder.ADMIN, draft.bytes(), WireRequest.End.OPEN, true, false));
    }
}
