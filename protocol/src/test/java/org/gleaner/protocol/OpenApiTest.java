package org.gleaner.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.Mismatch;
import org.gleaner.core.scheduling.Redundancies;
import org.gleaner.core.scheduling.Strategies;
import org.gleaner.protocol.message.SimulationView;
import org.junit.jupiter.api.Test;

/** The document for machines is sound and uses the words of the code. */
class OpenApiTest {
    private static final List<String> OF_ANSWERS =
            List.of("^[0-9]+\\.[0-9]+#[0-9]+$", "^[0-9a-f]{64}$", "^urn:gleaner:problem:");

    @Test
    void every_reference_leads_somewhere() throws IOException {
        OpenApiDocument document = OpenApiDocument.load();

        assertThat(document.references()).isNotEmpty().allSatisfy(reference -> {
            Object at = document.root();
            for (String part : reference.substring(2).split("/", -1)) {
                at = ((Map<?, ?>) at).get(part);
                assertThat(at).as(reference).isNotNull();
            }
        });
    }

    @Test
    void every_operation_names_itself_once_and_can_fail_as_a_problem() throws IOException {
        Map<?, ?> paths = OpenApiDocument.map(OpenApiDocument.load().root(), "paths");
        List<Map<?, ?>> operations = paths.values().stream()
                .flatMap(path -> ((Map<?, ?>) path).values().stream())
                .<Map<?, ?>>map(operation -> (Map<?, ?>) operation)
                .toList();

        assertThat(operations).hasSameSizeAs(OpenApiDocument.load().routes());
        assertThat(operations.stream().map(operation -> String.valueOf(operation.get("operationId"))))
                .doesNotHaveDuplicates()
                .doesNotContain("null");
        assertThat(operations)
                .allSatisfy(operation -> assertThat(
                                OpenApiDocument.map(operation, "responses").get("default"))
                        .isNotNull());
    }

    @Test
    void every_pattern_that_a_caller_must_meet_has_words_for_those_who_do_not() throws IOException {
        List<Map<?, ?>> texts = new ArrayList<>();
        patterned(OpenApiDocument.load().root(), texts);

        assertThat(texts)
                .filteredOn(text -> !OF_ANSWERS.contains(String.valueOf(text.get("pattern"))))
                .hasSizeGreaterThan(20)
                .allSatisfy(text ->
                        assertThat(text.get("description")).as("%s", text).isNotNull());
    }

    private static void patterned(Object value, List<Map<?, ?>> found) {
        if (value instanceof Map<?, ?> map) {
            if (map.get("pattern") instanceof String) {
                found.add(map);
            }
            map.values().forEach(child -> patterned(child, found));
        } else if (value instanceof List<?> list) {
            list.forEach(child -> patterned(child, found));
        }
    }

    @Test
    void no_two_paths_can_be_mistaken_for_each_other() throws IOException {
        Map<?, ?> paths = OpenApiDocument.map(OpenApiDocument.load().root(), "paths");

        assertThat(paths.keySet().stream().map(path -> path.toString().replaceAll("\\{[^}]*\\}", "{}")))
                .doesNotHaveDuplicates();
    }

    @Test
    void enumerations_are_the_words_of_the_code() throws IOException {
        assertThat(words("Job", "state")).containsExactlyInAnyOrderElementsOf(states());
        assertThat(words("Task", "state")).containsExactlyInAnyOrderElementsOf(states());
        assertThat(words("Held", "state"))
                .containsExactlyElementsOf(
                        Stream.of(Held.State.values()).map(Held.State::word).toList());
        assertThat(words("Report", "outcome"))
                .containsExactlyElementsOf(
                        Stream.of(Outcome.values()).map(Outcome::word).toList());
        assertThat(words("Task", "cause"))
                .containsExactlyElementsOf(
                        Stream.of(Outcome.values()).map(Outcome::word).toList());
        assertThat(words("Changed", "verb"))
                .containsExactlyElementsOf(
                        Stream.of(Verb.values()).map(Verb::word).toList());
        assertThat(words("CommitAnswer", "verdict"))
                .containsExactlyElementsOf(Stream.of(CommitAnswer.Verdict.values())
                        .map(CommitAnswer.Verdict::word)
                        .toList());
        Map<?, ?> misfits = property(OpenApiDocument.load().schema("Matched"), "misfits");
        assertThat(enumeration(property(OpenApiDocument.map(misfits, "items"), "kind")))
                .containsExactlyElementsOf(Stream.of(Mismatch.Kind.values())
                        .map(Mismatch.Kind::word)
                        .toList());
        assertThat(words("Node", "duty"))
                .containsExactlyElementsOf(
                        Stream.of(Duty.values()).map(Duty::word).toList());
        assertThat(words("Simulation", "state"))
                .containsExactlyElementsOf(Stream.of(SimulationView.State.values())
                        .map(SimulationView.State::word)
                        .toList());
        Map<?, ?> asked = OpenApiDocument.load().schema("SimulationRequest");
        assertThat(enumeration(OpenApiDocument.map(property(asked, "strategies"), "items")))
                .containsExactlyElementsOf(Strategies.names());
        assertThat(enumeration(OpenApiDocument.map(property(asked, "redundancy"), "items")))
                .containsExactlyElementsOf(Redundancies.names());
        assertThat(words("Reason", "kind"))
                .containsExactlyElementsOf(
                        Stream.of(Reason.Kind.values()).map(Reason.Kind::word).toList());
    }

    private static List<String> states() {
        return TaskState.ALL.stream().map(TaskState::word).toList();
    }

    private static List<String> words(String schema, String field) throws IOException {
        return enumeration(property(OpenApiDocument.load().schema(schema), field));
    }

    private static Map<?, ?> property(Map<?, ?> schema, String field) {
        return OpenApiDocument.map(OpenApiDocument.map(schema, "properties"), field);
    }

    private static List<String> enumeration(Map<?, ?> property) {
        return property.get("enum") instanceof List<?> words
                ? words.stream().map(String::valueOf).toList()
                : List.of();
    }
}
