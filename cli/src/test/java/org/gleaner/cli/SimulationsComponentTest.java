package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.gleaner.cli.service.SimulatorProgram;
import org.gleaner.core.scheduling.Strategies;
import org.gleaner.protocol.OpenApi;
import org.gleaner.protocol.message.SimulationRequest;
import org.gleaner.server.simulation.Simulator;
import org.gleaner.simulator.scenario.BuiltInScenarios;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Simulations as the server runs them for people: each in a real process. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SimulationsComponentTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String LONG = "{\"scenario\":\"heterogeneous\",\"repeats\":50}";

    private final HttpClient client = HttpClient.newHttpClient();
    private TestGrid grid;
    private String url = "";
    private String admin = "";
    private String ada = "";
    private String bob = "";

    @BeforeAll
    void start(@TempDir Path root) throws Exception {
        grid = new TestGrid(root);
        Path server = grid.home().resolve("server");
        url = Files.readString(server.resolve("address"), UTF_8).strip();
        admin = Files.readString(server.resolve("admin.token"), UTF_8).strip();
        ada = user("ada");
        bob = user("bob");
    }

    private String user(String name) throws Exception {
        return MAPPER.readTree(call(admin, "POST", "/tokens", "{\"role\":\"user\",\"owner\":\"" + name + "\"}")
                        .body())
                .get("token")
                .asText();
    }

    @AfterAll
    void stop() throws Exception {
        grid.stop();
    }

    @AfterEach
    void forgetAll() throws Exception {
        for (JsonNode one :
                MAPPER.readTree(call(admin, "GET", "/simulations", "").body()).get("simulations")) {
            call(admin, "DELETE", "/simulations/" + one.get("id").asText(), "");
        }
    }

    private HttpResponse<String> call(String token, String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/api/v1" + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Authorization", "Bearer " + token)
                .timeout(PATIENCE)
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private String begin(String token, String body) throws Exception {
        HttpResponse<String> begun = call(token, "POST", "/simulations", body);
        assertThat(begun.statusCode()).as(begun.body()).isEqualTo(201);
        return MAPPER.readTree(begun.body()).get("id").asText();
    }

    private JsonNode look(String token, String id) throws Exception {
        HttpResponse<String> seen = call(token, "GET", "/simulations/" + id, "");
        assertThat(seen.statusCode()).as(seen.body()).isEqualTo(200);
        return MAPPER.readTree(seen.body());
    }

    private JsonNode ended(String token, String id) throws Exception {
        await().atMost(PATIENCE)
                .until(() -> !Set.of("waiting", "running")
                        .contains(look(token, id).get("state").asText()));
        return look(token, id);
    }

    private Path folder() {
        return grid.home().resolve("server/simulation");
    }

    @Test
    void a_scenario_is_simulated_and_its_owner_and_admins_see_what_came_of_it() throws Exception {
        String id = begin(ada, "{\"scenario\":\"small\",\"strategies\":[\"balanced\",\"survival\"],\"repeats\":2}");

        JsonNode done = ended(ada, id);

        assertThat(done.get("state").asText()).as(done.toString()).isEqualTo("done");
        assertThat(done.get("runs").asInt()).isEqualTo(4);
        assertThat(done.at("/result/results")).hasSize(2);
        assertThat(done.at("/result/results/0/makespan_mean").asDouble()).isPositive();
        JsonNode curve = done.at("/result/results/1/curves/0");
        assertThat(curve.get("done").get(curve.get("done").size() - 1)).isEqualTo(curve.get("tasks"));
        assertThat(curve.get("minutes")).hasSameSizeAs(curve.get("done"));
        assertThat(look(admin, id).get("owner").asText()).isEqualTo("ada");
        assertThat(call(bob, "GET", "/simulations/" + id, "").body()).contains("unknown-simulation");
        assertThat(call(bob, "DELETE", "/simulations/" + id, "").statusCode()).isEqualTo(404);
        assertThat(call(bob, "GET", "/simulations", "").body()).contains("\"simulations\":[]", "\"small\"");
        await().atMost(PATIENCE).until(() -> !Files.exists(folder()));
        assertThat(call(ada, "DELETE", "/simulations/" + id, "").statusCode()).isEqualTo(204);
        assertThat(call(ada, "GET", "/simulations/" + id, "").statusCode()).isEqualTo(404);
    }

    @Test
    void a_scenario_that_somebody_wrote_is_simulated() throws Exception {
        String text = "<scenario name='mine'><clients><client name='desk' cnt='2' power='5000' zerofp1='60' incfp1='40'"
                + " fail1='3' zerofp2='90' incfp2='60' fail2='2'/></clients><simulation><step cnt='9' jobtype='own'"
                + " jobduration='5' steps='60'/></simulation></scenario>";

        JsonNode done = ended(ada, begin(ada, "{\"text\":\"" + text + "\",\"strategies\":[\"fifo\"]}"));

        assertThat(done.at("/result/scenario").asText()).as(done.toString()).isEqualTo("mine");
        assertThat(done.at("/result/results/0/curves/0/type").asText()).isEqualTo("own");
    }

    @Test
    void only_admins_simulate_the_past_of_the_pool() throws Exception {
        assertThat(call(ada, "POST", "/simulations", "{\"historyDays\":7}").body())
                .contains("not-allowed", "see what other users have run");
        assertThat(grid.gleaner("run", "--type", "shown", "sh", "-c", "sleep 0.2")
                        .exit())
                .isZero();

        JsonNode done = ended(admin, begin(admin, "{\"historyDays\":7,\"strategies\":[\"survival\"]}"));

        assertThat(done.get("state").asText()).as(done.toString()).isEqualTo("done");
        assertThat(done.at("/result/results/0/types/0/type").asText()).isEqualTo("shown");
    }

    @Test
    void one_runs_at_a_time_with_low_priority_and_no_secrets_until_it_is_stopped() throws Exception {
        String first = begin(ada, LONG);
        String second = begin(ada, LONG);
        assertThat(call(ada, "POST", "/simulations", LONG).statusCode()).isEqualTo(429);
        await().atMost(PATIENCE)
                .until(() -> look(ada, first).get("of").asInt()
                        == 50 * Strategies.names().size());

        List<ProcessHandle> children = ProcessHandle.current().children().toList();

        assertThat(children).hasSize(1);
        assertThat(look(ada, second).get("state").asText()).isEqualTo("waiting");
        assertThat(look(ada, second).get("ahead").asInt()).isEqualTo(1);
        Path process = Path.of("/proc", Long.toString(children.get(0).pid()));
        assertThat(Files.readString(process.resolve("stat")).split(" ", -1)[18]).isEqualTo("19");
        Set<String> variables = new TreeSet<>();
        for (String one : Files.readString(process.resolve("environ")).split("\0", -1)) {
            variables.add(one.replaceFirst("=.*", ""));
        }
        variables.remove("");
        assertThat(variables).isSubsetOf("PATH", "LC_ALL", "PGPASSFILE");
        assertThat(call(ada, "POST", "/simulations/" + second + "/stop", "").body())
                .contains("\"stopped\"");
        assertThat(call(ada, "POST", "/simulations/" + first + "/stop", "").body())
                .contains("\"stopped\"");
        assertThat(children.get(0)
                        .onExit()
                        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .isAlive())
                .isFalse();
        assertThat(look(ada, second).has("began")).isFalse();
    }

    @Test
    void the_process_ends_when_nobody_holds_its_input_any_more(@TempDir Path directory) throws Exception {
        Simulator.Launch launch = new SimulatorProgram(directory, null)
                .launch(
                        new SimulationRequest(
                                new SimulationRequest.BuiltIn("heterogeneous"),
                                List.of("survival"),
                                List.of("computed"),
                                1,
                                50),
                        directory);
        Process process = new ProcessBuilder(launch.words())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        assertThat(process.inputReader().readLine()).isEqualTo("{\"runs\":0,\"of\":50}");

        process.getOutputStream().close();

        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
    }

    @Test
    void the_document_names_the_scenarios_that_there_are() throws Exception {
        List<String> told = new ArrayList<>();
        MAPPER.readTree(OpenApi.document())
                .at("/components/schemas/SimulationRequest/properties/scenario/enum")
                .forEach(name -> told.add(name.asText()));

        assertThat(told).isEqualTo(BuiltInScenarios.names());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|422|contradiction|exactly one of",
                "{\"scenario\":\"small\",\"historyDays\":3}|422|contradiction|exactly one of",
                "{\"scenario\":\"huge\"}|400|bad-message|expected one of alike, arriving",
                "{\"scenario\":\"../small\"}|400|bad-message|/scenario",
                "{\"scenario\":\"small\",\"strategies\":[\"best\"]}|400|bad-message|/strategies/0",
                "{\"scenario\":\"small\",\"strategies\":[]}|400|bad-message|/strategies",
                "{\"scenario\":\"small\",\"redundancy\":[\"lots\"]}|400|bad-message|/redundancy/0",
                "{\"scenario\":\"small\",\"repeats\":51}|400|bad-message|/repeats",
                "{\"scenario\":\"small\",\"repeats\":0}|400|bad-message|/repeats",
                "{\"scenario\":\"small\",\"seed\":-1}|400|bad-message|/seed",
                "{\"historyDays\":0}|400|bad-message|/historyDays",
                "{\"text\":\"<scenario>\"}|422|invalid-scenario|line 1",
                "{\"text\":\"<!DOCTYPE a><scenario/>\"}|422|invalid-scenario|line 1",
                "[]|400|bad-message|object",
            })
    void bad_input_is_refused_by_its_place(String body, int status, String type, String told) throws Exception {
        HttpResponse<String> answer = call(ada, "POST", "/simulations", body);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains("urn:gleaner:problem:" + type, told);
    }
}
