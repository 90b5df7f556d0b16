package org.gleaner.protocol.wording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gleaner.core.attempt.KeptText;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Cause.Behind;
import org.gleaner.core.grid.Cause.Blocked;
import org.gleaner.core.grid.Cause.Lifts;
import org.gleaner.core.grid.Cause.Means;
import org.gleaner.core.grid.Cause.Restart;
import org.gleaner.core.grid.Cause.Turn;
import org.gleaner.core.grid.PastChoices;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Predecessor.When;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.node.Mismatch;
import org.gleaner.core.scheduling.Rule;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.message.Explanation;
import org.junit.jupiter.api.Test;

/** Every reason has its words, which do not change by accident: programs add their hints by the word of the cause. */
final class ReasonWordsTest {
    private static final Amounts TWO_CARDS = Amounts.parse(List.of("gpu=2"));
    private static final Path GOLDEN =
            Path.of("src", "test", "resources", "org", "gleaner", "protocol", "reasons.golden");
    private static final JobId JOB = new JobId(7);
    private static final JobId OTHER = new JobId(3);
    private static final Restart PLAIN = new Restart(Means.RETRY, Lifts.NOTHING);

    private static final PastChoices PAST = new PastChoices(
            new PastChoices.Share(50, false),
            new PastChoices.Given("sim.py", "vm", Duration.ofSeconds(2), Rule.MOST_WORTH),
            new PastChoices.Instead(2, 3, null, null));

    private static final PastChoices UNKNOWN_BEFORE =
            new PastChoices(null, null, new PastChoices.Instead(1, 5, "fit", Rule.UNKNOWN_LENGTH));

    private static final Instant DUE = Instant.parse("2026-12-01T17:00:00Z");

    private static Cause late(Duration ago) {
        return new Cause.LateForDeadline(DUE, ago);
    }

    private static List<Reason> plain() {
        return Stream.of(
                        Kind.NO_NODE,
                        Kind.HALTED,
                        Kind.NODES_PAUSED,
                        Kind.NODES_ON_PROBATION,
                        Kind.NODES_DISK_FULL,
                        Kind.WAITING,
                        Kind.PAUSED,
                        Kind.BLOCKED,
                        Kind.DONE)
                .map(kind ->
                        new Reason(JOB, new Cause.Plain(kind), 5, kind.name().contains("NODES") ? 2 : 0))
                .toList();
    }

    private static List<Reason> reasons() {
        List<Reason> all = new ArrayList<>(plain());
        Reply.Change less = new Reply.Change(2, Mismatch.Kind.MEMORY, "8G", "6G");
        Reply.Misfit small = new Reply.Misfit(Mismatch.Kind.MEMORY, 3, List.of("8 GB"), List.of("6 GB", "4 GB"));
        Reply.Misfit tag = new Reply.Misfit(Mismatch.Kind.TAG, 1, List.of("mount=/data"), List.of());
        all.add(new Reason(JOB, new Cause.NodesInUse(List.of("lab-3", "lab-7")), 5, 2));
        all.add(new Reason(JOB, new Cause.RefusedByNodes("ana.py", 0, ""), 5, 2));
        all.add(new Reason(JOB, new Cause.RefusedByNodes("ana.py", 2, "command not found: ana.py"), 5, 1));
        all.add(new Reason(JOB, new Cause.FitsNone(less), 5, 3));
        all.add(new Reason(JOB, new Cause.FitsNone(null), 5, 1));
        all.add(new Reason(JOB, new Cause.Misfit(small, less), 5, 3));
        all.add(new Reason(JOB, new Cause.Misfit(tag, null), 5, 1));
        all.add(new Reason(JOB, new Cause.Busy(true, 1, false, Amounts.NONE, null, PAST), 5, 3));
        all.addAll(withMoreFacts());
        all.add(new Reason(JOB, new Turn.NextToAsk("survival", PAST), 5, 1));
        Stream.of(
                        new Cause.Throttled(2),
                        new Cause.CanaryFirst(1),
                        new Turn.UnknownLength("sim.py", 1),
                        new Behind.HigherPriority(OTHER, 4, 0),
                        new Behind.CloseDeadline(OTHER, DUE.plusMillis(250)),
                        new Behind.LessServed(OTHER, null, false),
                        new Behind.LessServed(null, 5, true),
                        new Behind.TypeFirst("fit.py"),
                        new Behind.Older(OTHER, 0),
                        after(When.DONE),
                        after(When.ANY),
                        after(When.FAILED),
                        new Cause.NotBefore(Instant.parse("2026-12-01T08:00:00.125Z"), Duration.ofHours(2)),
                        new Cause.NothingFailed(OTHER),
                        new Cause.Held(),
                        new Cause.Braked(
                                KeptText.blocked(11, 40), new Restart(Means.RETRY_WITH_FILES, Lifts.BLOCKED_BY_HAND)),
                        new Cause.Braked(KeptText.allFailed(5), PLAIN),
                        new Blocked.TooLarge(),
                        new Blocked.InputLost(2),
                        new Blocked.FilesNotThere(2, OTHER, "3.2 left no file out/x.csv"),
                        new Blocked.NodesLost(2, 20, 20, PLAIN),
                        new Blocked.LimitReached(2, Outcome.OUT_OF_MEMORY, PLAIN),
                        new Blocked.Failed(2, 3, Outcome.EXITED, "vm", PLAIN),
                        new Blocked.StartsNowhere(new Restart(Means.RETRY, Lifts.PERHAPS)),
                        new Cause.Cancelled(null),
                        new Cause.Cancelled(OTHER),
                        new Cause.Cancelled(null, true),
                        new Cause.Stopping(List.of("lab-1")),
                        new Cause.Suspended(List.of("desk")),
                        new Cause.Running(List.of("a", "b", "c", "d"), Rule.UNTRIED, 1, 2, 1, "computed", 3),
                        new Cause.Queued(List.of("vm"), 1, 0),
                        new Cause.Running(List.of("vm"), Rule.UNKNOWN_LENGTH, 0, 0, 0, "off", 1))
                .forEach(cause -> all.add(new Reason(JOB, cause, 5)));
        return all;
    }

    private static List<Reason> withMoreFacts() {
        Reply.Misfit named = new Reply.Misfit(Mismatch.Kind.NODE, 2, List.of("lab-1 or lab-3"), List.of());
        Reply.Misfit slow = new Reply.Misfit(Mismatch.Kind.SPEED, 2, List.of("0.5"), List.of("0.31"));
        Reply.Misfit cards = new Reply.Misfit(Mismatch.Kind.USE, 2, List.of("2 gpu"), List.of("1"));
        return List.of(
                new Reason(JOB, new Turn.OtherOwner(null), 5),
                new Reason(JOB, new Turn.OtherOwner(new PastChoices.Share(11, true)), 5),
                new Reason(JOB, new Turn.OtherOwner(new PastChoices.Share(11, false)), 5),
                new Reason(JOB, new Turn.OtherOwner(new PastChoices.Share(-22, true)), 5),
                new Reason(JOB, new Turn.NextToAsk("survival", UNKNOWN_BEFORE), 5, 1),
                new Reason(JOB, new Cause.AwaitsMore(false), 0),
                new Reason(JOB, new Cause.AwaitsMore(true), 0),
                new Reason(JOB, Cause.AwaitsHost.SOMEHOW, 0),
                new Reason(JOB, new Cause.AwaitsHost(Cause.AwaitsHost.Stage.TURN, ""), 0),
                new Reason(JOB, new Cause.AwaitsHost(Cause.AwaitsHost.Stage.WORK, ""), 0),
                new Reason(JOB, new Cause.AwaitsHost(Cause.AwaitsHost.Stage.TROUBLE, "the server's disk is full"), 0),
                new Reason(
                        JOB,
                        new Cause.HostCramped(new Rejection.QuotaExceeded(new Owner("anna"), 900, 200, 1 << 10)),
                        0),
                new Reason(JOB, new Cause.HostCramped(new Rejection.QuotaExceeded(null, 900, 200, 1 << 10)), 0),
                new Reason(JOB, new Cause.HostStopped("it threw"), 5),
                new Reason(JOB, new Cause.NotNeeded(), 18),
                new Reason(JOB, new Cause.Busy(true, 4, false, Amounts.NONE, null, PastChoices.NONE), 5, 1),
                new Reason(JOB, new Cause.Busy(false, 1, false, Amounts.NONE, null, PastChoices.NONE), 5, 2),
                new Reason(JOB, new Cause.Busy(true, 1, true, Amounts.NONE, null, PastChoices.NONE), 5, 2),
                new Reason(JOB, new Cause.Misfit(named, new Reply.Change(2, Mismatch.Kind.NODE, "", "")), 5, 2),
                new Reason(JOB, new Cause.Misfit(slow, null), 5, 2),
                new Reason(JOB, new Cause.Busy(true, 1, false, TWO_CARDS, null, PastChoices.NONE), 5, 2),
                new Reason(
                        JOB,
                        new Cause.Busy(true, 1, false, Amounts.NONE, MemorySize.parse("600M"), PastChoices.NONE),
                        5,
                        1),
                new Reason(JOB, new Cause.Busy(true, 2, false, TWO_CARDS, null, PastChoices.NONE), 5, 2),
                new Reason(JOB, new Cause.Misfit(cards, new Reply.Change(2, Mismatch.Kind.USE, "2 gpu", "")), 5, 2),
                new Reason(JOB, new Cause.LicencesInUse("matlab", 1, 3, 4), 5),
                new Reason(JOB, new Cause.LicencesInUse("matlab", 2, 3, 2), 5),
                new Reason(JOB, late(Duration.ofHours(-2)), 5),
                new Reason(JOB, late(Duration.ofMinutes(5)), 5));
    }

    @Test
    void every_cause_there_is_has_an_example_here() {
        List<String> examples = reasons().stream()
                .map(one -> one.cause().getClass().getSimpleName())
                .toList();

        assertThat(leaves(Cause.class).map(Class::getSimpleName)).isSubsetOf(examples);
        assertThat(reasons().stream().map(Reason::kind)).contains(Kind.values());
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? Stream.of(type.getPermittedSubclasses()).flatMap(ReasonWordsTest::leaves)
                : Stream.of(type);
    }

    @Test
    void every_reason_has_its_golden_form_which_is_read_back_as_it_was_written() throws IOException {
        Explanation told = ReasonWords.explain(new Reply.Explained(reasons()));
        String forms = told.reasons().stream()
                .map(one -> new String(
                        Json.write(new Explanation(List.of(one), false, null), AnswerJson::writeExplained),
                        StandardCharsets.UTF_8))
                .collect(Collectors.joining("\n", "", "\n"));

        assertThat(forms).isEqualTo(Files.readString(GOLDEN));
        assertThat(Json.read(Json.write(told, AnswerJson::writeExplained), AnswerJson::readExplained))
                .isEqualTo(told);
    }

    @Test
    void what_is_said_of_jobs_whose_facts_differ_has_no_fact_of_the_example() {
        List<Reply.Alike> groups = reasons().stream()
                .map(one -> new Reply.Alike(one, 9, 45, false))
                .toList();

        assertThat(ReasonWords.summarise(new Reply.Summarised(groups, 9, false)).groups())
                .allSatisfy(group -> {
                    Explanation.Said said = group.example().said();
                    assertThat(said.detail() + said.remedy())
                            .doesNotContainPattern("[0-9]|gleaner |sim.py|survival|matlab|desk| vm");
                    assertThat(said.detail()).isNotEmpty();
                    assertThat(said.more()).isEmpty();
                    assertThat(said.facts()).isEmpty();
                });
    }

    @Test
    void several_amounts_are_listed_and_at_most_three_are_named() {
        assertThat(detail("4 GB")).endsWith("(needs 64 GB, they have 4 GB)");
        assertThat(detail("4 GB", "8 GB")).endsWith("they have 4 GB or 8 GB)");
        assertThat(detail("200 MB", "4 GB", "21 GB")).endsWith("they have 200 MB, 4 GB or 21 GB)");
        assertThat(detail("1 GB", "2 GB", "3 GB", "4 GB")).endsWith("they have 1 GB, 2 GB, 3 GB or others)");
    }

    @Test
    void what_machines_lack_beside_the_first_thing_is_told_too() {
        Reply.Misfit small = new Reply.Misfit(Mismatch.Kind.MEMORY, 3, List.of("64 GB"), List.of("4 GB"));

        assertThat(detail(new Reply.Misfit(Mismatch.Kind.RUNTIME, 5, List.of("julia:1.9"), List.of(), List.of(small))))
                .endsWith("(needs julia:1.9), and on 3 of them too little memory (needs 64 GB, they have 4 GB)");
    }

    private static String detail(String... has) {
        return detail(new Reply.Misfit(Mismatch.Kind.MEMORY, 5, List.of("64 GB"), List.of(has)));
    }

    private static String detail(Reply.Misfit misfit) {
        Reason reason = new Reason(JOB, new Cause.Misfit(misfit, null), 5, 5);
        return ReasonWords.explain(new Reply.Explained(List.of(reason)))
                .reasons()
                .get(0)
                .said()
                .detail();
    }

    @Test
    void no_text_names_a_command_or_a_flag() throws IOException {
        assertThat(Files.readString(GOLDEN)).doesNotContain("gleaner ", " --", "'--");
        assertThat(Files.readString(GOLDEN.resolveSibling("problems.golden"))).doesNotContain("gleaner ", " --", "'--");
    }

    @Test
    void a_reason_of_an_older_server_is_told_in_its_own_words() throws IOException {
        String json = "{\"version\":1,\"reasons\":[{\"job\":7,\"kind\":\"paused\",\"tasks\":2,\"detail\":\"paused\","
                + "\"remedy\":\"Do it.\"}]}";

        Explanation read = Json.read(json.getBytes(StandardCharsets.UTF_8), AnswerJson::readExplained);

        assertThat(read.reasons().get(0).said()).isEqualTo(Explanation.Said.of("paused", "Do it."));
    }

    private static Cause after(When when) {
        return new Cause.After(
                new Predecessor(OTHER, new Ordinals(List.of()), false, when),
                new TaskCounts(0, 0, 1, 2, 1, 3, 0),
                when == When.ANY);
    }
}
