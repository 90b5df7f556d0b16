package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.grid.Token;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.TokenJson;
import org.gleaner.protocol.message.Content;
import org.gleaner.server.TestServer.Answer;
import org.gleaner.server.join.PythonWheel;
import org.gleaner.server.page.PageFiles;
import org.gleaner.server.token.TokenMint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is let in where, and whether the description tells the truth about the routes. */
final class RolesComponentTest {
    /** Every route and who may call it: a admin, u user, n node, j join, - anybody. */
    private static final Map<String, String> MATRIX = new TreeMap<>(Map.ofEntries(
            Map.entry("POST /api/v1/nodes", "nj"),
            Map.entry("POST /api/v1/nodes/{id}/sync", "n"),
            Map.entry("POST /api/v1/nodes/{id}/commits", "n"),
            Map.entry("POST /api/v1/jobs/{id}/tasks/{n}/attempts/{a}/partial", "n"),
            Map.entry("POST /api/v1/jobs/{id}/tasks/{n}/attempts/{a}/log", "n"),
            Map.entry("GET /api/v1/jobs/{id}/tasks/{n}/live", "au"),
            Map.entry("GET /api/v1/nodes", "au"),
            Map.entry("GET /api/v1/blobs/{sha256}", "aun"),
            Map.entry("HEAD /api/v1/blobs/{sha256}", "aun"),
            Map.entry("GET /api/v1/blobs/{sha256}/upload", "aun"),
            Map.entry("PUT /api/v1/blobs/{sha256}", "aun"),
            Map.entry("POST /api/v1/uploads", "au"),
            Map.entry("GET /api/v1/uploads/{upload}", "au"),
            Map.entry("PUT /api/v1/uploads/{upload}", "au"),
            Map.entry("DELETE /api/v1/uploads/{upload}", "au"),
            Map.entry("POST /api/v1/jobs", "au"),
            Map.entry("GET /api/v1/jobs", "au"),
            Map.entry("POST /api/v1/jobs/set", "au"),
            Map.entry("POST /api/v1/jobs/{id}/set", "au"),
            Map.entry("POST /api/v1/jobs/{id}/tasks", "au"),
            Map.entry("POST /api/v1/jobs/{id}/seal", "au"),
            Map.entry("POST /api/v1/jobs/cancel", "au"),
            Map.entry("POST /api/v1/jobs/pause", "au"),
            Map.entry("POST /api/v1/jobs/bundle", "au"),
            Map.entry("POST /api/v1/jobs/match", "au"),
            Map.entry("POST /api/v1/jobs/query", "au"),
            Map.entry("POST /api/v1/jobs/resume", "au"),
            Map.entry("POST /api/v1/jobs/block", "au"),
            Map.entry("POST /api/v1/jobs/unblock", "au"),
            Map.entry("POST /api/v1/jobs/retry", "au"),
            Map.entry("POST /api/v1/jobs/delete", "au"),
            Map.entry("GET /api/v1/jobs/{id}", "au"),
            Map.entry("DELETE /api/v1/jobs/{id}", "au"),
            Map.entry("POST /api/v1/jobs/{id}/{verb}", "au"),
            Map.entry("GET /api/v1/jobs/{id}/tasks", "au"),
            Map.entry("GET /api/v1/jobs/{id}/map", "au"),
            Map.entry("GET /api/v1/jobs/{id}/entries", "au"),
            Map.entry("GET /api/v1/jobs/{id}/outputs", "au"),
            Map.entry("GET /api/v1/jobs/{id}/archive", "au"),
            Map.entry("GET /api/v1/jobs/{id}/tasks/{n}/outputs", "au"),
            Map.entry("GET /api/v1/jobs/{id}/tasks/{n}/stdout", "au"),
            Map.entry("GET /api/v1/jobs/{id}/tasks/{n}/stderr", "au"),
            Map.entry("GET /api/v1/jobs/{id}/running", "au"),
            Map.entry("GET /api/v1/jobs/{id}/forecast", "au"),
            Map.entry("GET /api/v1/forecasts", "au"),
            Map.entry("GET /api/v1/forecasts/record", "au"),
            Map.entry("GET /api/v1/jobs/{id}/why", "au"),
            Map.entry("GET /api/v1/jobs/{id}/failures", "au"),
            Map.entry("GET /api/v1/history", "au"),
            Map.entry("GET /api/v1/timeline", "au"),
            Map.entry("GET /api/v1/jobs/{id}/advice", "au"),
            Map.entry("POST /api/v1/whatif", "au"),
            Map.entry("GET /api/v1/whatif/{question}", "au"),
            Map.entry("DELETE /api/v1/whatif/{question}", "au"),
            Map.entry("POST /api/v1/simulations", "au"),
            Map.entry("GET /api/v1/simulations", "au"),
            Map.entry("GET /api/v1/simulations/{simulation}", "au"),
            Map.entry("POST /api/v1/simulations/{simulation}/stop", "au"),
            Map.entry("DELETE /api/v1/simulations/{simulation}", "au"),
            Map.entry("GET /api/v1/types", "au"),
            Map.entry("GET /api/v1/shares", "au"),
            Map.entry("GET /api/v1/policy", "au"),
            Map.entry("PUT /api/v1/policy/objective", "au"),
            Map.entry("GET /api/v1/why", "au"),
            Map.entry("GET /api/v1/why/summary", "au"),
            Map.entry("POST /api/v1/why/summary", "au"),
            Map.entry("GET /api/v1/events", "au"),
            Map.entry("GET /api/v1/settings", "au"),
            Map.entry("GET /api/v1/settings/described", "au"),
            Map.entry("PUT /api/v1/settings", "a"),
            Map.entry("GET /api/v1/audit", "a"),
            Map.entry("GET /api/v1/storage", "au"),
            Map.entry("POST /api/v1/storage/sweep", "a"),
            Map.entry("POST /api/v1/storage/backups", "a"),
            Map.entry("GET /api/v1/storage/backups/{id}/database", "a"),
            Map.entry("GET /api/v1/storage/backups/{id}/blobs", "a"),
            Map.entry("DELETE /api/v1/storage/backups/{id}", "a"),
            Map.entry("GET /api/v1/program", "jn"),
            Map.entry("GET /api/v1/join-lines", "au"),
            Map.entry("GET /api/v1/me", "au"),
            Map.entry("POST /api/v1/links", "au"),
            Map.entry("POST /api/v1/links/{word}", "-"),
            Map.entry("GET /", "-"),
            Map.entry("GET /page/{hash}/{file}", "-"),
            Map.entry("GET /page/{hash}/{folder}/{file}", "-"),
            Map.entry("GET /page/{hash}/{folder}/{inner}/{file}", "-"),
            Map.entry("GET /join", "-"),
            Map.entry("GET /cli", "-"),
            Map.entry("GET /gleaner.jar", "-"),
            Map.entry("GET /gleaner-full.jar", "-"),
            Map.entry("GET /python", "-"),
            Map.entry("GET /python/{wheel}", "-"),
            Map.entry("GET /api/v1/nodes/{id}", "au"),
            Map.entry("PUT /api/v1/nodes/{id}/duty", "a"),
            Map.entry("GET /api/v1/tokens", "au"),
            Map.entry("POST /api/v1/tokens", "au"),
            Map.entry("DELETE /api/v1/tokens/{hash}", "au"),
            Map.entry("POST /api/v1/tickets", "au"),
            Map.entry("GET /download/{ticket}", "-"),
            Map.entry("GET /api/v1/users", "a"),
            Map.entry("DELETE /api/v1/users/{name}", "a"),
            Map.entry("GET /health", "-"),
            Map.entry("GET /metrics", "au"),
            Map.entry("GET /openapi.json", "-")));

    private static final String HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    @TempDir
    private Path data;

    private TestServer server;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.start(data);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void each_role_is_let_in_where_the_table_says_and_nowhere_else() throws Exception {
        Map<Character, String> tokens = new TreeMap<>(Map.of(
                'a',
                server.admin(),
                'u',
                server.user("ann"),
                'n',
                server.node(1).token(),
                'j',
                server.join()));

        for (Map.Entry<String, String> line : MATRIX.entrySet()) {
            for (Map.Entry<Character, String> token : tokens.entrySet()) {
                Answer answer = call(line.getKey(), token.getValue());
                boolean allowed = line.getValue().equals("-") || line.getValue().indexOf(token.getKey()) >= 0;
                boolean kept = answer.status() == 403 && answer.text().contains("make this request");
                boolean head = line.getKey().startsWith("HEAD") && answer.status() == 403;
                assertThat(kept || head)
                        .as(line.getKey() + " as " + token.getKey() + ": " + answer.status() + " " + answer.text())
                        .isEqualTo(!allowed);
                assertThat(answer.status()).as(line.getKey()).isNotIn(401, 500, 405);
            }
        }
    }

    @Test
    void without_a_token_only_the_open_routes_answer() throws Exception {
        // A server that runs from separate classes, as here, has no jar to hand out. Nobody made a ticket or a link.
        Set<String> needMore = Set.of(
                "GET /join",
                "GET /cli",
                "GET /gleaner.jar",
                "GET /gleaner-full.jar",
                "GET /download/{ticket}",
                "POST /api/v1/links/{word}");
        for (Map.Entry<String, String> line : MATRIX.entrySet()) {
            int open = needMore.contains(line.getKey()) ? 404 : 200;
            assertThat(server.call(method(line.getKey()), path(line.getKey()), null, null)
                            .status())
                    .as(line.getKey())
                    .isEqualTo(line.getValue().equals("-") ? open : 401);
        }
    }

    @Test
    void the_description_lists_exactly_the_routes() throws Exception {
        byte[] description = server.call("GET", "/openapi.json", null, null).body();

        assertThat(described(description)).isEqualTo(normal(MATRIX.keySet()));
    }

    @Test
    void a_revoked_token_is_a_stranger_at_once() throws Exception {
        String ann = server.user("ann");
        String hash = TokenMint.hash(ann).hex();

        assertThat(server.call("DELETE", "/api/v1/tokens/" + hash, server.admin(), null)
                        .status())
                .isEqualTo(204);

        server.call("GET", "/api/v1/jobs", ann, null).isProblem(401, "unauthenticated");
        server.call("DELETE", "/api/v1/tokens/" + hash, server.admin(), null).isProblem(422, "invalid-token");
    }

    @Test
    void a_token_that_has_expired_before_it_is_told_is_not_issued() throws Exception {
        server.call(
                        "POST",
                        "/api/v1/tokens",
                        server.admin(),
                        "{\"role\":\"user\",\"owner\":\"ann\",\"lifetimeMs\":0}".getBytes(UTF_8))
                .isProblem(400, "bad-message");
    }

    @Test
    void a_token_that_ends_makes_none_that_outlives_it() throws Exception {
        String first = issued(server.admin(), "{\"role\":\"user\",\"owner\":\"ann\",\"lifetimeMs\":86400000}");

        issued(first, "{\"role\":\"user\"}");
        issued(first, "{\"role\":\"user\",\"lifetimeMs\":3600000}");
        server.call("POST", "/api/v1/tokens", first, "{\"role\":\"user\",\"lifetimeMs\":172800000}".getBytes(UTF_8))
                .isProblem(422, "invalid-token");

        List<Token> anns = server.call("GET", "/api/v1/tokens", first, null)
                .read(TokenJson::readTokens)
                .tokens();
        Instant end = anns.stream()
                .filter(token -> token.hash().equals(TokenMint.hash(first)))
                .map(token -> token.note().expires())
                .findFirst()
                .orElseThrow();
        assertThat(anns)
                .hasSize(3)
                .allSatisfy(
                        token -> assertThat(token.note().expires()).isNotNull().isBeforeOrEqualTo(end));
    }

    private String issued(String token, String request) throws Exception {
        return server.call("POST", "/api/v1/tokens", token, request.getBytes(UTF_8))
                .read(AdminJson::readIssued)
                .token();
    }

    @Test
    void the_first_tokens_are_readable_by_their_owner_only_and_survive_a_restart() throws Exception {
        String admin = server.admin();
        String user = server.user("ann");
        for (String file : new String[] {"admin.token", "join.token", "address"}) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve(file))))
                    .isEqualTo("rw-------");
        }

        server.close();
        assertThat(data.resolve("address")).doesNotExist();
        server = TestServer.start(data);

        assertThat(server.admin()).isEqualTo(admin).matches("glnr_admin_[A-Za-z0-9_-]{43}");
        assertThat(server.call("GET", "/api/v1/jobs", user, null).status()).isEqualTo(200);
    }

    @Test
    void a_lost_token_file_is_replaced_by_a_new_token_at_the_next_start() throws Exception {
        String admin = server.admin();
        server.close();
        Files.delete(data.resolve("admin.token"));

        server = TestServer.start(data);

        assertThat(server.admin()).isNotEqualTo(admin);
        assertThat(server.call("GET", "/api/v1/jobs", server.admin(), null).status())
                .isEqualTo(200);
    }

    @Test
    void no_secret_is_in_the_data_directory_beside_the_token_files() throws Exception {
        String ann = server.user("ann");
        server.close();

        try (var files = Files.walk(data)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String content = new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1);
                assertThat(content).doesNotContain(ann);
                if (!file.toString().endsWith(".token")) {
                    assertThat(content).doesNotContain("glnr_");
                }
            }
        }
        server = TestServer.start(data);
    }

    @Test
    void the_metrics_count_calls_by_route_and_name_nobody() throws Exception {
        String ann = server.user("ann-the-owner");
        server.call(
                        "POST",
                        "/api/v1/jobs",
                        ann,
                        "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"]}".getBytes(UTF_8))
                .status();
        server.call("GET", "/api/v1/nothing-like-this", ann, null).isProblem(404, "not-found");

        // The job shows with the next image of the pool.
        String metrics = await().atMost(Duration.ofMinutes(5))
                .until(
                        () -> server.call("GET", "/metrics", ann, null).text(),
                        text -> text.contains("gleaner_tasks{state=\"ready\"} 1.0"));

        assertThat(metrics)
                .contains("route=\"/api/v1/jobs\"", "gleaner_commit_seconds_count")
                .doesNotContain("ann-the-owner", "nothing-like-this");
    }

    private Answer call(String route, String token) throws Exception {
        boolean hasBody = !route.startsWith("GET") && !route.startsWith("HEAD");
        return server.call(method(route), path(route), token, hasBody ? "{}".getBytes(UTF_8) : null);
    }

    private static String method(String route) {
        return route.substring(0, route.indexOf(' '));
    }

    private static String path(String route) {
        return route.substring(route.indexOf(' ') + 1)
                // Half a place is refused; the answer to a good call would never end.
                .replace("/events", "/events?from=1")
                .replace("/page/{hash}", "/page/" + PageFiles.ofThisProgram().hash())
                .replace("{folder}/{inner}/{file}", "lit-html/directives/repeat.js")
                .replace("{folder}/{file}", "view/login.js")
                .replace("{file}", "app.js")
                .replace("{word}", "none")
                .replace("{sha256}", HASH)
                .replace("{hash}", HASH)
                .replace("{verb}", "pause")
                .replace("{id}", "77")
                .replace("{name}", "nobody")
                .replace("{n}", "1")
                .replace("{wheel}", PythonWheel.make().name())
                .replace("{ticket}", HASH.substring(0, 32))
                .replace("{upload}", HASH.substring(0, 32) + "-4")
                .replace("{simulation}", HASH.substring(0, 32))
                .replace("{question}", HASH.substring(0, 32))
                .replace("{a}", "1");
    }

    /** Names of parameters are for people; only their places count. */
    private static Set<String> normal(Set<String> routes) {
        Set<String> normal = new TreeSet<>();
        routes.forEach(route -> normal.add(route.replaceAll("\\{[a-z0-9]+}", "{}")));
        return normal;
    }

    private static Set<String> described(byte[] document) throws IOException {
        Set<String> routes = new TreeSet<>();
        try (JsonParser in = new JsonFactory().createParser(document)) {
            String path = null;
            while (in.nextToken() != null) {
                String pointer = in.getParsingContext().pathAsPointer().toString();
                if (in.currentToken() != JsonToken.FIELD_NAME || !pointer.startsWith("/paths/")) {
                    continue;
                }
                long depth = pointer.chars().filter(c -> c == '/').count();
                String name = in.currentName();
                if (depth == 2) {
                    path = name;
                } else if (depth == 3 && !name.equals("parameters")) {
                    routes.add(name.toUpperCase(Locale.ROOT) + " " + path);
                }
            }
        }
        return normal(routes);
    }

    @Test
    void who_gets_the_name_of_a_removed_user_gets_nothing_of_theirs_unless_the_admin_says_so() throws Exception {
        String ada = server.user("ada");
        byte[] secret = "secret".getBytes(UTF_8);
        String blob = "/api/v1/blobs/" + Content.hash(secret).hex();
        assertThat(server.call("PUT", blob, ada, secret).status()).isEqualTo(201);
        assertThat(server.call("DELETE", "/api/v1/users/ada", server.admin(), null)
                        .status())
                .isEqualTo(200);
        String second = server.user("ada");
        server.call("GET", blob, second, null).isProblem(404, "unknown-blob");
        assertThat(server.call(
                                "POST",
                                "/api/v1/jobs",
                                second,
                                "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"]}".getBytes(UTF_8))
                        .status())
                .isEqualTo(201);
        assertThat(server.call("DELETE", "/api/v1/users/ada?jobs=cancel", server.admin(), null)
                        .status())
                .isEqualTo(200);

        String request = "{\"role\":\"user\",\"owner\":\"ada\"";
        server.call("POST", "/api/v1/tokens", server.admin(), (request + "}").getBytes(UTF_8))
                .isProblem(409, "name-in-use");
        assertThat(server.call(
                                "POST",
                                "/api/v1/tokens",
                                server.admin(),
                                (request + ",\"takeOver\":true}").getBytes(UTF_8))
                        .status())
                .isEqualTo(201);
        assertThat(server.user("ada")).as("one more of somebody who is there").isNotEmpty();
    }
}
