package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.done;
import static org.gleaner.core.step.GridFixture.failed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.EndedAttempt;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Orders;
import org.gleaner.core.node.Held;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.open.OpenJobs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Plays every row of the table in docs/PROTOCOL.md against the real batch step. */
final class ProtocolTableTest {
    private static final Path PAGE = Path.of("../docs/PROTOCOL.md");
    private static final List<String> ATTEMPTS = List.of(
            "assigned",
            "held",
            "stopping",
            "given-up",
            "given-up, taken",
            "given-up, cancelled",
            "settled",
            "outdone",
            "closed",
            "unknown");
    private static final List<String> MESSAGES =
            List.of("sync without", "sync running", "sync finished", "commit done", "commit failed");

    /** A row of the page. */
    record Row(String incarnation, String attempt, String message, String answer, String change) {}

    /** The attempt that the row is about, on its node, in its situation. */
    private record Scene(GridFixture grid, Introduced node, AttemptId attempt) {}

    static Stream<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(PAGE)) {
            String[] cells = line.split("\\|", -1);
            if (cells.length == 7 && List.of("current", "old", "none").contains(cells[1].strip())) {
                rows.add(new Row(
                        cells[1].strip(), cells[2].strip(), cells[3].strip(), cells[4].strip(), cells[5].strip()));
            }
        }
        return rows.stream();
    }

    @Test
    void the_page_has_a_row_for_every_attempt_state_and_message() throws IOException {
        TreeSet<String> wanted = new TreeSet<>();
        ATTEMPTS.forEach(attempt -> MESSAGES.forEach(message -> wanted.add(attempt + "/" + message)));

        TreeSet<String> found = new TreeSet<>();
        rows().filter(row -> row.incarnation().equals("current"))
                .forEach(row -> found.add(row.attempt() + "/" + row.message()));

        assertThat(found).isEqualTo(wanted);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void the_answer_and_the_change_are_as_the_page_says(Row row) {
        Scene scene = scene(row);
        StoredGrid before = scene.grid().stored();

        String answer = say(scene, row);

        assertThat(answer).isEqualTo(row.answer());
        assertThat(change(scene, before)).isEqualTo(row.change());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void after_a_restart_of_the_server_the_answer_is_the_same(Row row) {
        Scene scene = scene(row);
        scene.grid().restart();
        StoredGrid before = scene.grid().stored();

        String answer = say(scene, row);

        assertThat(answer).isEqualTo(row.answer());
        assertThat(change(scene, before)).isEqualTo(row.change());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void said_twice_it_changes_nothing_more(Row row) {
        Scene scene = scene(row);
        String first = say(scene, row);
        StoredGrid between = scene.grid().stored();

        String second = say(scene, row);

        assertThat(change(scene, between)).isEqualTo("nothing");
        if (row.message().startsWith("commit")) {
            assertThat(second).isEqualTo(first);
        }
    }

    private static Scene scene(Row row) {
        GridFixture grid = new GridFixture();
        Introduced node = grid.introduce("first", TWO_SLOTS);
        // The second task is paused: it keeps the job open and is never given out.
        boolean two = !row.attempt().equals("closed");
        JobId job = grid.submit(array(two ? 2 : 1));
        if (two) {
            grid.change(Verb.PAUSE, job + ".2");
        }
        AttemptId attempt = AttemptId.of(job.value(), 1, 1);
        assertThat(grid.orders(node).start()).extracting("attempt").containsExactly(attempt);
        if (!row.attempt().equals("assigned")) {
            grid.orders(node, Held.of(attempt, Held.State.RUNNING));
        }
        node = bring(grid, node, attempt, row.attempt());
        if (row.incarnation().equals("old")) {
            grid.introduceAgain(node.node(), List.of(Held.of(attempt, Held.State.RUNNING)));
        } else if (row.incarnation().equals("none")) {
            node = new Introduced(new NodeId(99), 1, Duration.ZERO, Duration.ZERO, 0);
        }
        return new Scene(grid, node, row.attempt().equals("unknown") ? AttemptId.of(job.value() + 7, 1, 1) : attempt);
    }

    private static Introduced bring(GridFixture grid, Introduced node, AttemptId attempt, String situation) {
        switch (situation) {
            case "stopping":
                grid.change(Verb.CANCEL, attempt.task().toString());
                return node;
            case "given-up":
                return grid.introduceAgain(node.node(), List.of());
            case "given-up, taken":
                Introduced back = grid.introduceAgain(node.node(), List.of());
                takeOver(grid);
                return back;
            case "given-up, cancelled":
                Introduced again = grid.introduceAgain(node.node(), List.of());
                grid.change(Verb.CANCEL, attempt.task().toString());
                return again;
            case "outdone":
                Introduced late = grid.introduceAgain(node.node(), List.of());
                grid.commit(takeOver(grid), done(AttemptId.of(attempt.job().value(), 1, 2)));
                return late;
            case "settled", "closed", "unknown":
                grid.commit(node, done(attempt));
                return node;
            default:
                return node;
        }
    }

    private static Introduced takeOver(GridFixture grid) {
        Introduced other = grid.introduce("other", TWO_SLOTS);
        assertThat(grid.orders(other).start()).hasSize(1);
        return other;
    }

    private static String say(Scene scene, Row row) {
        if (row.message().startsWith("commit")) {
            AttemptReport report =
                    row.message().equals("commit done") ? done(scene.attempt()) : failed(scene.attempt());
            CommitCall call = new CommitCall(scene.node().incarnation(), List.of(report), false);
            Reply reply = scene.grid().ask(new Command.Commit(scene.node().node(), call, List.of()), Reply.class);
            return reply instanceof Reply.Committed committed
                    ? committed.content().answers().get(0).verdict().word()
                    : refusal(reply);
        }
        List<Held> holds = switch (row.message()) {
            case "sync running" -> List.of(Held.of(scene.attempt(), Held.State.RUNNING));
            case "sync finished" -> List.of(Held.of(scene.attempt(), Held.State.FINISHED));
            default -> List.of();
        };
        Reply reply = scene.grid().ask(scene.grid().sync(scene.node(), Duration.ZERO, holds), Reply.class);
        return reply instanceof Reply.Ordered ordered ? word(ordered.content()) : refusal(reply);
    }

    private static String refusal(Reply reply) {
        return ((Reply.Refused) reply).why().code();
    }

    private static String word(Orders orders) {
        List<String> words = new ArrayList<>();
        if (!orders.start().isEmpty()) {
            words.add("start");
        }
        if (!orders.stop().isEmpty()) {
            words.add("stop");
        }
        if (!orders.release().isEmpty()) {
            words.add("release");
        }
        if (!orders.report().isEmpty()) {
            words.add("report");
        }
        return words.isEmpty() ? "nothing" : String.join(" and ", words);
    }

    private static String change(Scene scene, StoredGrid before) {
        if (scene.grid().stored().equals(before)) {
            return "nothing";
        }
        OpenJobs jobs = scene.grid().roster().jobs();
        OpenJob job = jobs.open(new JobId(1));
        int ordinal = 1;
        if (job.states().is(ordinal, TaskState.DONE)) {
            return "task done";
        }
        if (job.record(ordinal).failures() > 0) {
            return "task charged";
        }
        if (job.record(ordinal).attempts() > 1
                && job.live(ordinal).stream().anyMatch(one -> one.id().number() == 2)
                && before.jobs().get(0).live().isEmpty()) {
            return "next attempt assigned";
        }
        if (job.live(AttemptId.of(1, ordinal, 1)) != null) {
            return "attempt revived";
        }
        EndedAttempt ended = job.record(ordinal).ended(1);
        boolean wasLive = before.jobs().get(0).live().stream()
                .anyMatch(one -> one.attempt().number() == 1);
        if (ended != null && wasLive) {
            return "attempt ended";
        }
        return "report recorded";
    }
}
