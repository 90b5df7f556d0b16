package org.gleaner.protocol.wording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.json.BadMessage;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemJson;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.protocol.problem.ShellProblems;
import org.junit.jupiter.api.Test;

/** Every refusal has a kind, a row on the page of problems, and a golden form that does not change by accident. */
class RejectionWordsTest {
    private static final Path PAGE = Path.of("..", "docs", "problems.md");
    private static final Path GOLDEN =
            Path.of("src", "test", "resources", "org", "gleaner", "protocol", "problems.golden");
    private static final BlobHash HASH = new BlobHash("ab".repeat(32));

    /** One example of each rejection there is. */
    private static List<Rejection> rejections() {
        return List.of(
                new Rejection.UnknownJob(new JobId(7)),
                new Rejection.UnknownJob(new JobId(7), true),
                new Rejection.UnknownTask(new JobId(7), 60),
                new Rejection.UnknownNode(new NodeId(3)),
                new Rejection.NodeConnected(new NodeId(3)),
                new Rejection.DuplicateIdentity(new NodeId(3)),
                new Rejection.JoinRefused(new Rejection.NoEntry.TooManyCopies(new NodeId(3), 100)),
                new Rejection.UnknownUser(new Owner("ada")),
                new Rejection.NameInUse(new Owner("ada")),
                new Rejection.StaleIncarnation(new NodeId(3), 1, 2),
                new Rejection.InvalidSpec(
                        List.of(new Violation.TooMuch(Violation.Part.TASKS, 20, 10), Violation.Plain.WEBHOOKS_OFF)),
                new Rejection.QuotaExceeded(new Owner("ada"), 900L << 20, 200L << 20, 1L << 30),
                new Rejection.QuotaExceeded(null, 900L << 20, 200L << 20, 1L << 30),
                new Rejection.TooManyOpen(new Owner("ada"), 200_000, 200_000),
                new Rejection.TooMuchOpen(null, 255L << 20, 2L << 20, 256L << 20),
                new Rejection.MissingBlobs(List.of(HASH)),
                new Rejection.UnknownPredecessor(new JobId(9)),
                new Rejection.InMember(3, new Rejection.UnknownPredecessor(new JobId(9))),
                new Rejection.KeyReused("k1"),
                new Rejection.NothingSelected("cancel"),
                new Rejection.NothingSelected("cancel", true),
                new Rejection.IllegalTransition(new JobId(7), "resume", Rejection.Obstacle.Plain.ALL_OVER),
                new Rejection.TooManyClosed(1_000),
                new Rejection.NotAllowed(Rejection.Deed.CHANGE_SETTINGS),
                new Rejection.InvalidSetting("strategy", "there is no strategy 'x'"),
                new Rejection.InvalidToken(Rejection.Fault.Plain.UNKNOWN));
    }

    private static List<Problem> problems() {
        List<Problem> problems = new ArrayList<>();
        rejections().forEach(why -> problems.add(RejectionWords.problem(why)));
        Duration pause = Duration.ofSeconds(2);
        problems.add(ShellProblems.badMessage(new BadMessage("/reports/3/attempt", "it is missing")));
        problems.add(ShellProblems.unauthenticated());
        problems.add(ShellProblems.unsupportedVersion("0.1.0", "0.3.1", "0.3 and 0.2"));
        problems.add(ShellProblems.notFound("/api/v1/nowhere"));
        problems.add(ShellProblems.unknownBlob(HASH));
        problems.add(ShellProblems.unknownOutput("7.3", "stdout"));
        problems.add(ShellProblems.undeclaredOutput("7.3", ".git/hooks/pre-commit"));
        problems.add(ShellProblems.unknownBackup("x7"));
        problems.add(ShellProblems.unknownUpload("x7-12"));
        problems.add(ShellProblems.unknownTicket());
        problems.add(ShellProblems.wrongOffset(65_536));
        problems.add(ShellProblems.tooManyUploads(1_000));
        problems.add(ShellProblems.unknownSimulation("5f0c2a"));
        problems.add(ShellProblems.unknownQuestion("5f0c2a"));
        problems.add(ShellProblems.unansweredQuestion(
                "/remove/0", "No node has the id, name or tag 'lab'.", "The list of nodes shows them."));
        problems.add(ShellProblems.tooManyQuestions(2));
        problems.add(ShellProblems.questionsBusy());
        problems.add(ShellProblems.noOutlook());
        problems.add(ShellProblems.invalidScenario("The scenario, line 3: cnt is missing.", "Add cnt=\"1\"."));
        problems.add(ShellProblems.unknownLink());
        problems.add(ShellProblems.outputsRetired(new JobId(7), "2026-01-31"));
        problems.add(ShellProblems.methodNotAllowed("PATCH", List.of("GET", "POST")));
        problems.add(ShellProblems.payloadTooLarge(new MemorySize(256L << 20)));
        problems.add(ShellProblems.unsupportedMediaType("text/html"));
        problems.add(ShellProblems.badRange(65_536));
        problems.add(ShellProblems.hashMismatch(HASH, new BlobHash("cd".repeat(32))));
        problems.add(ShellProblems.tooManyRequests(pause));
        problems.add(ShellProblems.bug("5f0c2a"));
        problems.add(ShellProblems.unavailable("The store is being loaded.", pause));
        problems.add(ShellProblems.diskFull(pause));
        return problems;
    }

    @Test
    void every_rejection_there_is_has_an_example_here_and_so_a_mapping() {
        List<String> examples =
                rejections().stream().map(why -> why.getClass().getSimpleName()).toList();

        for (Class<?> type : Rejection.class.getPermittedSubclasses()) {
            assertThat(examples).contains(type.getSimpleName());
        }
    }

    @Test
    void every_kind_has_an_example_here() {
        assertThat(problems().stream().map(Problem::kind).distinct()).containsExactlyInAnyOrder(ProblemKind.values());
    }

    @Test
    void every_kind_has_its_row_with_status_and_exit_code_on_the_page() throws IOException {
        Map<String, String[]> rows = new TreeMap<>();
        for (String line : Files.readAllLines(PAGE)) {
            String[] cells = line.split("\\|", -1);
            if (cells.length == 7 && cells[1].contains("`")) {
                rows.put(cells[1].strip().replace("`", ""), cells);
            }
        }

        assertThat(rows).hasSize(ProblemKind.values().length);
        for (Problem problem : problems()) {
            String[] row = rows.get(problem.code());
            assertThat(row).as(problem.code()).isNotNull();
            assertThat(row[2].strip()).isEqualTo(Integer.toString(problem.status()));
            assertThat(row[5].strip()).isEqualTo(Integer.toString(problem.exitCode()));
            for (String field : problem.extra().keySet()) {
                assertThat(row[4]).as(problem.code()).contains("`" + field + "`");
            }
        }
    }

    @Test
    void every_problem_has_its_golden_form() throws IOException {
        String forms = problems().stream()
                .map(problem -> new String(Json.write(problem, ProblemJson::write), StandardCharsets.UTF_8))
                .collect(Collectors.joining("\n", "", "\n"));

        assertThat(forms).isEqualTo(Files.readString(GOLDEN));
    }

    @Test
    void every_problem_is_read_back_as_it_was_written() throws IOException {
        for (Problem problem : problems()) {
            Problem atRequest = problem.at("r1");

            assertThat(Json.read(Json.write(atRequest, ProblemJson::write), ProblemJson::read))
                    .isEqualTo(atRequest);
        }
    }

    @Test
    void a_problem_of_a_newer_server_is_understood_as_far_as_possible() throws IOException {
        String json = "{\"type\":\"urn:gleaner:problem:moon-phase\",\"status\":409,\"new\":{\"a\":1},\"ratio\":0.5}";

        Problem problem = Json.read(json.getBytes(StandardCharsets.UTF_8), ProblemJson::read);

        assertThat(problem.code()).isEqualTo("moon-phase");
        assertThat(problem.kind()).isNull();
        assertThat(problem.exitCode()).isEqualTo(3);
        assertThat(problem.extra()).isEmpty();
    }

    @Test
    void only_as_many_missing_blobs_are_named_as_one_answer_holds() {
        List<BlobHash> many = new ArrayList<>();
        for (int i = 0; i < RejectionWords.MOST_HASHES + 1; i++) {
            many.add(new BlobHash(String.format(Locale.ROOT, "%064x", i)));
        }

        Problem problem = RejectionWords.problem(new Rejection.MissingBlobs(many));

        assertThat(problem.texts("hashes")).hasSize(RejectionWords.MOST_HASHES);
    }
}
