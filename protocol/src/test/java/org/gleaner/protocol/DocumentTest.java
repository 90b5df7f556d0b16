package org.gleaner.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.AttemptId;
import org.gleaner.protocol.json.AdjustJson;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.AdviceJson;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.BundleJson;
import org.gleaner.protocol.json.CommitJson;
import org.gleaner.protocol.json.ForecastJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonReader;
import org.gleaner.protocol.json.LogJson;
import org.gleaner.protocol.json.MatchJson;
import org.gleaner.protocol.json.NodeAnswerJson;
import org.gleaner.protocol.json.NodeJson;
import org.gleaner.protocol.json.ObservedJson;
import org.gleaner.protocol.json.OrdersJson;
import org.gleaner.protocol.json.PartialJson;
import org.gleaner.protocol.json.PastJson;
import org.gleaner.protocol.json.PastWhatIfJson;
import org.gleaner.protocol.json.PolicyJson;
import org.gleaner.protocol.json.RecordJson;
import org.gleaner.protocol.json.SimulationJson;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.json.SubmissionJson;
import org.gleaner.protocol.json.TaskJson;
import org.gleaner.protocol.json.TicketJson;
import org.gleaner.protocol.json.TokenJson;
import org.gleaner.protocol.json.UploadJson;
import org.gleaner.protocol.json.WhatIfJson;
import org.gleaner.protocol.problem.ProblemJson;
import org.junit.jupiter.api.Test;

/** The page that people read, the document that machines read and the code say the same. */
class DocumentTest {
    private static final Path PAGE = Path.of("..", "docs", "http-api.md");
    private static final Pattern EXAMPLE = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL);
    private static final Pattern ROW = Pattern.compile("\\| `([A-Z]+)`?(?:, `([A-Z]+))? (/[^`?]*)[^|]*");

    /** The readers of the examples on the page, in their order. */
    private static List<JsonReader<?>> readers() {
        List<JsonReader<?>> all = new ArrayList<>(readersOfJobs());
        all.addAll(readersOfAnswers());
        return all;
    }

    private static List<JsonReader<?>> readersOfJobs() {
        return List.of(
                NodeJson::readIntroduction,
                NodeJson::readWelcome,
                NodeJson::readSync,
                OrdersJson::readOrders,
                CommitJson::readCall,
                CommitJson::readCall,
                CommitJson::readReply,
                PartialJson.readCall(AttemptId.of(7, 3, 2)),
                PartialJson::readAnswer,
                LogJson::readCall,
                LogJson::readAnswer,
                UploadJson::read,
                UploadJson::read,
                SubmissionJson::readSubmission,
                AnswerJson::readSubmitted,
                SubmissionJson::readAddition,
                AnswerJson::readAdded,
                BundleJson::readBundle,
                BundleJson::readSubmitted,
                MatchJson::readMatched,
                StatusJson::readJobs,
                StatusJson::readQuery,
                StatusJson::readStates,
                TaskJson::readTasks,
                TaskJson::readRunning,
                TaskJson::readOutputs,
                LogJson::readLive,
                TaskJson::readEntries,
                SubmissionJson::readChange,
                SubmissionJson::readChange,
                AnswerJson::readChanged,
                AdjustJson::readAdjustment,
                AdjustJson::readAdjusted);
    }

    private static List<JsonReader<?>> readersOfAnswers() {
        return List.of(
                AnswerJson::readExplained,
                AnswerJson::readSummary,
                ForecastJson::readPage,
                RecordJson::read,
                PastJson::readFailures,
                PastJson::readPast,
                NodeAnswerJson::readNodes,
                NodeAnswerJson::readDetail,
                ObservedJson::readTypes,
                PolicyJson::readWish,
                SimulationJson::readRequest,
                WhatIfJson::readQuestion,
                WhatIfJson::readView,
                PastWhatIfJson::readResult,
                AdviceJson::read,
                NodeAnswerJson::readDuty,
                AnswerJson::readSettings,
                AdminJson::readSetting,
                TicketJson::readRequest,
                TicketJson::read,
                AdminJson::readTokenRequest,
                AdminJson::readIssued,
                TokenJson::readTokens,
                TokenJson::readUsers,
                TokenJson::readRemoved,
                ProblemJson::read);
    }

    @Test
    void every_example_on_the_page_is_understood() throws IOException {
        List<String> examples = new ArrayList<>();
        for (Matcher match = EXAMPLE.matcher(page()); match.find(); ) {
            examples.add(match.group(1));
        }

        assertThat(examples).hasSameSizeAs(readers());
        for (int i = 0; i < examples.size(); i++) {
            byte[] json = examples.get(i).getBytes(StandardCharsets.UTF_8);
            assertThat(Json.<Object>read(json, readers().get(i)::read))
                    .as(examples.get(i))
                    .isNotNull();
        }
    }

    @Test
    void the_page_and_the_document_name_the_same_routes() throws IOException {
        TreeSet<String> onPage = new TreeSet<>(List.of(
                "GET /health",
                "GET /metrics",
                "GET /openapi.json",
                "GET /join",
                "GET /cli",
                "GET /gleaner.jar",
                "GET /gleaner-full.jar",
                "GET /python",
                "GET /python/{wheel}",
                "GET /",
                "GET /page/{hash}/{file}",
                "GET /page/{hash}/{folder}/{file}",
                "GET /page/{hash}/{folder}/{inner}/{file}",
                "GET /download/{ticket}"));
        for (String line : page().split("\n", -1)) {
            Matcher match = ROW.matcher(line);
            if (match.lookingAt()) {
                addRow(onPage, match);
            }
        }

        assertThat(onPage).isEqualTo(new TreeSet<>(OpenApiDocument.load().routes()));
    }

    private static void addRow(TreeSet<String> routes, Matcher row) {
        String path = "/api/v1" + row.group(3);
        List<String> paths = List.of(path);
        if (path.endsWith("/stdout")) {
            paths = List.of(path, path.replace("stdout", "stderr"));
        } else if (path.endsWith("/jobs/{verb}")) {
            paths = new ArrayList<>();
            for (Verb verb : Verb.values()) {
                paths.add(path.replace("{verb}", verb.word()));
            }
        }
        for (String one : paths) {
            routes.add(row.group(1) + " " + one);
            if (row.group(2) != null) {
                routes.add(row.group(2) + " " + one);
            }
        }
    }

    private static String page() throws IOException {
        return Files.readString(PAGE);
    }
}
