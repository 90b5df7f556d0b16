package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import com.networknt.schema.oas.OpenApi30;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.gleaner.protocol.OpenApi;
import org.gleaner.server.join.PythonWheel;
import org.gleaner.server.page.PageFiles;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openapi4j.parser.OpenApi3Parser;

/** The document is what it claims to be, and a real server answers as it says, no name more and none less. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OpenApiComponentTest {
    private static final String DOCUMENT = "urn:gleaner:openapi";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** What a server that runs from separate classes, as here, can't hand out. */
    private static final Set<String> NEED_JAR =
            Set.of("/join", "/cli", "/gleaner.jar", "/gleaner-full.jar", "/api/v1/program");

    private final Map<String, String> values = new TreeMap<>();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofMinutes(5))
            .build();
    private TestGrid grid;
    private String url = "";
    private String token = "";
    private JsonNode document = MAPPER.createObjectNode();

    @BeforeAll
    void start(@TempDir Path root) throws Exception {
        grid = new TestGrid(root);
        url = Files.readString(grid.home().resolve("server/address"), UTF_8).strip();
        token = Files.readString(grid.home().resolve("server/admin.token"), UTF_8)
                .strip();
        grid.write("in.txt", "a,b\n1,2\n3,4\n");
        String[] job = {"--each-row", "in.txt", "--in", "in.txt", "--out", "out.txt", "--time", "1h", "--memory", "64M"
        };
        assertThat(typed("submit", job, "cp", "in.txt", "out.txt")).isZero();
        assertThat(grid.gleaner("wait", "1").exit()).isZero();
        assertThat(typed("submit", new String[] {"--max-failures", "1", "--shell"}, "echo no >&2; false"))
                .isZero();
        assertThat(grid.gleaner("wait", "2").exit()).isEqualTo(1);
        assertThat(typed("submit", new String[] {"--cores", "64", "--no-check", "--after", "2"}, "true"))
                .isZero();
        document = MAPPER.readTree(OpenApi.document());
        String backup = MAPPER.readTree(call("POST", "/api/v1/storage/backups").body())
                .get("id")
                .asText();
        String hash = MAPPER.readTree(
                        call("GET", "/api/v1/jobs/1/tasks/1/outputs").body())
                .findValue("hash")
                .asText();
        String simulation = text(call("POST", "/api/v1/simulations", "{\"scenario\":\"small\",\"repeats\":1}"), "id");
        values.put("{simulation}", simulation);
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> text(call("GET", "/api/v1/simulations/" + simulation), "state")
                        .equals("done"));
        String question = text(call("POST", "/api/v1/whatif", "{\"add\":[{\"count\":1}],\"futures\":1}"), "id");
        values.put("{question}", question);
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() ->
                        text(call("GET", "/api/v1/whatif/" + question), "state").equals("done"));
        values.put("{sha256}", hash);
        values.put("{upload}", text(call("POST", "/api/v1/uploads?size=4"), "upload"));
        values.put(
                "{ticket}",
                text(call("POST", "/api/v1/tickets", "{\"path\":\"/api/v1/jobs/1/archive\"}"), "url")
                        .replace("/download/", ""));
        values.put("backups/{id}", "backups/" + backup);
        values.put("{id}", "1");
        values.put("{n}", "1");
        values.put("{wheel}", PythonWheel.make().name());
        values.put("{hash}", PageFiles.ofThisProgram().hash());
        values.put("{file}", "app.js");
    }

    private static String text(HttpResponse<byte[]> answer, String field) throws Exception {
        return MAPPER.readTree(answer.body()).get(field).asText();
    }

    private int typed(String verb, String[] flags, String... command) {
        String[] words = new String[1 + flags.length + command.length];
        words[0] = verb;
        System.arraycopy(flags, 0, words, 1, flags.length);
        System.arraycopy(command, 0, words, 1 + flags.length, command.length);
        TestGrid.Result result = grid.gleaner(words);
        assertThat(result.err()).isEmpty();
        return result.exit();
    }

    @AfterAll
    void stop() throws Exception {
        grid.stop();
    }

    @Test
    void the_document_obeys_the_rules_of_openapi(@TempDir Path directory) throws Exception {
        Path file = Files.write(directory.resolve("openapi.json"), OpenApi.document());

        assertThat(new OpenApi3Parser().parse(file.toUri().toURL(), true).getOpenapi())
                .isEqualTo("3.0.3");
    }

    @Test
    void every_get_route_answers_as_the_document_says() throws Exception {
        JsonSchemaFactory schemas = strictSchemas();
        for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
            JsonNode operation = path.getValue().get("get");
            // A feed has no end; FeedComponentTest reads one.
            if (operation == null || operation.at("/responses/200/content").has("text/event-stream")) {
                continue;
            }
            HttpResponse<byte[]> answer = call("GET", filled(path.getKey()));
            // There is a jar to serve only where the tests themselves run from one.
            boolean needsJar = NEED_JAR.contains(path.getKey()) && answer.statusCode() != 200;
            assertThat(answer.statusCode())
                    .as(path.getKey() + ": " + new String(answer.body(), UTF_8))
                    .isIn(needsJar ? Set.of(403, 404) : Set.of(200));
            String type = answer.headers().firstValue("Content-Type").orElse("");
            JsonNode content = operation.at("/responses/200/content");
            if (needsJar) {
                judge(schemas, "#/components/schemas/Problem", path.getKey(), answer.body());
                continue;
            }
            assertThat(content.has(type.replaceFirst(";.*", "")))
                    .as(path.getKey() + " " + type)
                    .isTrue();
            JsonNode schema = content.at("/application~1json/schema");
            if (type.startsWith("application/json") && schema.has("$ref")) {
                judge(schemas, schema.get("$ref").asText(), path.getKey(), answer.body());
            }
        }
    }

    @Test
    void refusals_are_the_problems_of_the_document() throws Exception {
        JsonSchemaFactory schemas = strictSchemas();
        for (String path : new String[] {"/api/v1/jobs/999", "/api/v1/jobs/x", "/api/v1/nothing", "/api/v1/nodes/77"}) {
            HttpResponse<byte[]> answer = call("GET", path);
            assertThat(answer.statusCode()).as(path).isBetween(400, 499);
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            judge(schemas, "#/components/schemas/Problem", path, answer.body());
        }
    }

    @Test
    void an_answer_that_differs_is_noticed() throws Exception {
        String jobs = "#/components/schemas/Jobs";

        assertThat(complaints(strictSchemas(), jobs, "{\"version\":1,\"jobs\":[]}"))
                .isEmpty();
        assertThat(complaints(strictSchemas(), jobs, "{\"version\":1}")).hasSize(1);
        assertThat(complaints(strictSchemas(), jobs, "{\"version\":1,\"jobs\":[],\"new\":1}"))
                .hasSize(1);
        assertThat(complaints(strictSchemas(), jobs, "{\"version\":1,\"jobs\":[{\"id\":\"x\"}]}"))
                .isNotEmpty();
    }

    private static Set<ValidationMessage> complaints(JsonSchemaFactory schemas, String reference, String body)
            throws Exception {
        return schemas.getSchema(SchemaLocation.of(DOCUMENT + reference)).validate(MAPPER.readTree(body));
    }

    private static void judge(JsonSchemaFactory schemas, String reference, String path, byte[] body) throws Exception {
        assertThat(complaints(schemas, reference, new String(body, UTF_8)))
                .as(path + ": " + new String(body, UTF_8))
                .isEmpty();
    }

    /** Readers must bear new names; a server that sends one which the document lacks is a mistake all the same. */
    private JsonSchemaFactory strictSchemas() {
        JsonNode strict = document.deepCopy();
        for (JsonNode schema : strict.at("/components/schemas")) {
            close(schema);
        }
        return JsonSchemaFactory.getInstance(
                SpecVersion.VersionFlag.V4,
                builder -> builder.metaSchema(OpenApi30.getInstance())
                        .defaultMetaSchemaIri(OpenApi30.getInstance().getIri())
                        .schemaLoaders(loaders -> loaders.schemas(Map.of(DOCUMENT, strict.toString()))));
    }

    private static void close(JsonNode schema) {
        if (schema instanceof ObjectNode object && object.has("properties") && !object.has("additionalProperties")) {
            object.put("additionalProperties", false);
        }
        for (JsonNode child : schema) {
            close(child);
        }
    }

    private String filled(String path) {
        String filled = path.replace("backups/{id}", values.get("backups/{id}"))
                .replace("{folder}/{inner}/{file}", "lit-html/directives/repeat.js")
                .replace("{folder}/{file}", "view/login.js");
        for (Map.Entry<String, String> value : values.entrySet()) {
            filled = filled.replace(value.getKey(), value.getValue());
        }
        return filled;
    }

    private HttpResponse<byte[]> call(String method, String path) throws Exception {
        return call(method, path, "{}");
    }

    private HttpResponse<byte[]> call(String method, String path, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(url + path))
                        .method(method, method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                        .header("Authorization", "Bearer " + token)
                        .timeout(Duration.ofMinutes(5))
                        .build(),
                BodyHandlers.ofByteArray());
    }
}
