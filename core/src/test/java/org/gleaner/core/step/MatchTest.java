package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.job;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Machines;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.job.Workplace;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Demand;
import org.gleaner.core.node.Match;
import org.gleaner.core.node.Mismatch;
import org.gleaner.core.node.NodeFacts;
import org.junit.jupiter.api.Test;

/** Tasks go only to nodes that have what they need, and who asks learns why others have not. */
final class MatchTest {
    private static final Capacity ROOMY = new Capacity(4, MemorySize.parse("8G"), MemorySize.parse("100G"));

    private static final List<InputFile> MANY = IntStream.rangeClosed(0, NodeFacts.MOST_FILES_IN_0_1)
            .mapToObj(i -> new InputFile("in/" + i, GridFixture.blob(1), 10, false))
            .toList();

    private final GridFixture grid = new GridFixture();

    private static NodeFacts facts(String os, String arch, Abilities abilities) {
        return new NodeFacts("lab", os, arch, 8, Duration.ofMillis(300), "0.2.0", abilities);
    }

    private static NodeFacts old(String os, String arch, Abilities abilities) {
        return new NodeFacts("lab", os, arch, 8, Duration.ofMillis(300), "0.1.0", abilities);
    }

    private static Abilities abilities(String runtimes, String tags, String types) {
        return new Abilities(
                words(runtimes).stream().map(RuntimeVersion::parse).toList(), words(tags), words(types), List.of());
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" ", -1));
    }

    private static Requirements needs(Platform platform) {
        return new Requirements(1, null, null, platform);
    }

    private Introduced introduce(NodeFacts facts, Capacity capacity) {
        return grid.ask(
                        new Command.Introduce(null, new Introduction(facts, capacity, List.of()), null),
                        Reply.Introduced.class)
                .content();
    }

    private static List<Mismatch.Kind> kinds(JobSpec spec, NodeFacts facts, Capacity capacity) {
        return Match.mismatches(spec.type(), Demand.of(spec), facts, capacity).stream()
                .map(Mismatch::kind)
                .toList();
    }

    @Test
    void an_agent_of_0_1_is_not_confined_whatever_it_says() {
        Abilities sandboxed = new Abilities(List.of(), List.of(), List.of(), List.of(Abilities.SANDBOX, "memory"));
        NodeFacts now = facts("linux", "x64", sandboxed);
        NodeFacts before = old("linux", "x64", sandboxed);

        assertThat(now.isConfined()).isTrue();
        assertThat(before.isConfined()).isFalse();
        assertThat(before.abilities().enforced()).containsExactly("memory");
    }

    @Test
    void a_node_that_has_everything_fits() {
        Platform platform =
                new Platform("Linux", "amd64", List.of(RuntimeVersion.parse("python:3.9")), List.of("gpu"), false);
        JobSpec spec = job(
                1, new Requirements(2, MemorySize.parse("4G"), MemorySize.parse("10G"), platform), JobLimits.DEFAULT);

        assertThat(kinds(spec, facts("linux", "x86_64", abilities("python:3.11", "gpu lab=3", "sim.py")), ROOMY))
                .isEmpty();
    }

    @Test
    void every_mismatch_is_told_in_order() {
        Platform platform =
                new Platform("linux", "x64", List.of(RuntimeVersion.parse("python:3.9")), List.of("gpu"), true);
        JobSpec spec = job(
                        1,
                        new Requirements(8, MemorySize.parse("64G"), MemorySize.parse("1T"), platform),
                        JobLimits.DEFAULT)
                .in(new Workplace(new TreeMap<>(), "/data/x", null, List.of(), false))
                .withInputs(MANY);

        NodeFacts node = old("windows", "arm64", abilities("python:3.8", "", "other"));
        Set<Mismatch.Kind> ofOne = EnumSet.of(Mismatch.Kind.NODE, Mismatch.Kind.EXCLUDED, Mismatch.Kind.SPEED);
        Set<Mismatch.Kind> ofKind = EnumSet.complementOf(EnumSet.copyOf(ofOne));
        // What is counted depends on what the pool has, so it is looked at elsewhere.
        ofKind.removeAll(List.of(Mismatch.Kind.USE, Mismatch.Kind.LICENCE));
        assertThat(kinds(spec, node, ROOMY)).containsExactlyElementsOf(ofKind);
        Machines others = new Machines(List.of("pc"), List.of("lab", "n4"), 2.0);
        assertThat(Match.unmeant(others, new NodeId(3), node, 1.5, Set.of()::contains))
                .extracting(Mismatch::kind)
                .containsExactlyElementsOf(ofOne);
    }

    @Test
    void a_tag_that_is_the_name_or_id_of_another_node_does_not_count() {
        NodeFacts thief = facts("linux", "x64", abilities("", "pc1 n2 2 gpu", ""));
        NodeId id = new NodeId(3);

        for (String stolen : List.of("pc1", "n2", "2")) {
            assertThat(Match.isCalled(stolen, id, thief, Set.of("pc1")::contains))
                    .isFalse();
        }
        assertThat(Match.isCalled("gpu", id, thief, Set.of("pc1")::contains)).isTrue();
        assertThat(Match.isCalled("n3", id, thief, Set.of("pc1")::contains)).isTrue();
        assertThat(Match.isCalled(thief.name(), id, thief, Set.of(thief.name())::contains))
                .isTrue();
        Machines elsewhere = new Machines(List.of(), List.of("pc1"), null);
        assertThat(Match.isMeant(elsewhere, id, thief, 1, Set.of("pc1")::contains))
                .isTrue();
    }

    @Test
    void a_directory_needs_a_node_that_has_it_or_one_above_it() {
        JobSpec spec = job(1, Requirements.ONE_CORE, JobLimits.DEFAULT)
                .in(new Workplace(new TreeMap<>(), "/data/proj", null, List.of(), false));

        assertThat(kinds(spec, facts("linux", "x64", abilities("", "mount=/data", "")), ROOMY))
                .isEmpty();
        assertThat(kinds(spec, facts("linux", "x64", abilities("", "mount=/data/proj", "")), ROOMY))
                .isEmpty();
        assertThat(kinds(spec, facts("linux", "x64", abilities("", "mount=/dat mount=/data/pro", "")), ROOMY))
                .containsExactly(Mismatch.Kind.MOUNT);
    }

    @Test
    void tasks_go_only_to_the_node_that_fits() {
        Introduced plain = introduce(facts("linux", "x64", Abilities.NONE), ROOMY);
        Introduced tagged = introduce(facts("linux", "x64", abilities("", "gpu", "")), ROOMY);
        grid.submit(job(1, needs(new Platform(null, null, List.of(), List.of("gpu"), false)), JobLimits.DEFAULT));

        assertThat(grid.orders(plain).start()).isEmpty();
        assertThat(grid.orders(tagged).start()).hasSize(1);
    }

    @Test
    void a_node_that_comes_back_with_a_new_tag_gets_what_it_could_not_take_before() {
        Introduced node = introduce(facts("linux", "x64", Abilities.NONE), ROOMY);
        grid.submit(job(1, needs(new Platform(null, null, List.of(), List.of("gpu"), false)), JobLimits.DEFAULT));
        assertThat(grid.orders(node).start()).isEmpty();

        Introduced again = grid.ask(
                        new Command.Introduce(
                                node.node(),
                                new Introduction(facts("linux", "x64", abilities("", "gpu", "")), ROOMY, List.of()),
                                null),
                        Reply.Introduced.class)
                .content();

        assertThat(grid.orders(again).start()).hasSize(1);
    }

    @Test
    void a_job_with_more_inputs_than_an_agent_of_0_1_reads_is_not_given_to_one_and_why_says_so() {
        Introduced before = introduce(old("linux", "x64", Abilities.NONE), ROOMY);
        grid.submit(job(1, Requirements.ONE_CORE, JobLimits.DEFAULT).withInputs(MANY));

        assertThat(grid.orders(before).start()).isEmpty();
        Reply.Explained why = grid.ask(new Question.AskWhy(ANNA, Selector.parse("1")), Reply.Explained.class);
        assertThat(why.reasons())
                .extracting(Reason::cause)
                .contains(new Cause.Misfit(
                        new Reply.Misfit(Mismatch.Kind.AGENT, 1, List.of("0.2"), List.of("0.1.0")), null));
        // It is alike in everything else.
        Introduced now = introduce(facts("linux", "x64", Abilities.NONE), ROOMY);
        assertThat(grid.orders(now).start()).hasSize(1);
    }

    @Test
    void fewer_inputs_at_a_retry_let_an_agent_of_0_1_take_it() {
        Introduced before = introduce(old("linux", "x64", Abilities.NONE), ROOMY);
        JobId job = grid.submit(job(1, Requirements.ONE_CORE, JobLimits.DEFAULT).withInputs(MANY));
        grid.change(Verb.BLOCK, job.toString());

        Command.FreshFiles fresh = new Command.FreshFiles(MANY.subList(0, 1), List.of(), List.of(), QuotaUse.NONE);
        grid.ask(
                new Command.ChangeJobs(ANNA, Verb.RETRY, Selector.parse(job.toString()), List.of(), fresh),
                Reply.Changed.class);

        assertThat(grid.orders(before).start()).hasSize(1);
    }

    @Test
    void a_preview_counts_who_fits_and_says_what_would_help() {
        for (int i = 0; i < 3; i++) {
            introduce(facts("linux", "x64", Abilities.NONE), new Capacity(4, MemorySize.parse("6100M")));
        }
        introduce(facts("windows", "x64", Abilities.NONE), new Capacity(4, MemorySize.parse("16G")));
        introduce(facts("linux", "x64", Abilities.NONE), new Capacity(4, MemorySize.parse("16G")));
        JobSpec spec = job(
                100,
                new Requirements(
                        1, MemorySize.parse("8G"), null, new Platform("linux", null, List.of(), List.of(), false)),
                JobLimits.DEFAULT);

        Reply.Matched matched =
                grid.ask(new Question.Preview(ANNA, spec, org.gleaner.core.grid.QuotaUse.NONE), Reply.Matched.class);

        assertThat(matched.nodes()).isEqualTo(5);
        assertThat(matched.fitting()).isEqualTo(1);
        assertThat(matched.atOnce()).isEqualTo(2);
        assertThat(matched.misfits())
                .extracting(Reply.Misfit::kind, Reply.Misfit::nodes)
                .containsExactly(tuple(Mismatch.Kind.OS, 1), tuple(Mismatch.Kind.MEMORY, 3));
        assertThat(matched.misfits().get(1).needs()).containsExactly("8 GB");
        assertThat(matched.misfits().get(1).has()).contains("6 GB");
        assertThat(matched.changes().get(0)).isEqualTo(new Reply.Change(3, Mismatch.Kind.MEMORY, "8G", "5G"));
        assertThat(grid.stored().jobs()).isEmpty();
    }

    @Test
    void whoever_asks_for_a_directory_hears_of_the_tag_that_offers_it() {
        introduce(facts("linux", "x64", Abilities.NONE), new Capacity(4, MemorySize.parse("16G")));
        Platform shared = new Platform(null, null, List.of(), List.of("mount=/tmp"), false);
        JobSpec spec = job(1, new Requirements(1, null, null, shared), JobLimits.DEFAULT);

        Reply.Matched matched =
                grid.ask(new Question.Preview(ANNA, spec, org.gleaner.core.grid.QuotaUse.NONE), Reply.Matched.class);

        assertThat(matched.misfits())
                .containsExactly(new Reply.Misfit(Mismatch.Kind.TAG, 1, List.of("mount=/tmp"), List.of()));
    }

    @Test
    void whoever_asks_hears_of_all_that_is_missing_and_not_only_of_the_first() {
        introduce(facts("linux", "x64", Abilities.NONE), new Capacity(4, MemorySize.parse("6G")));
        introduce(facts("linux", "x64", Abilities.NONE), new Capacity(4, MemorySize.parse("96G")));
        Platform platform = new Platform(null, null, List.of(RuntimeVersion.parse("julia:1.9")), List.of(), false);
        JobSpec spec = job(1, new Requirements(1, MemorySize.parse("64G"), null, platform), JobLimits.DEFAULT);

        Reply.Matched matched =
                grid.ask(new Question.Preview(ANNA, spec, org.gleaner.core.grid.QuotaUse.NONE), Reply.Matched.class);

        assertThat(matched.misfits()).singleElement().satisfies(one -> {
            assertThat(one.kind()).isEqualTo(Mismatch.Kind.RUNTIME);
            assertThat(one.nodes()).isEqualTo(2);
            assertThat(one.also())
                    .containsExactly(new Reply.Misfit(Mismatch.Kind.MEMORY, 1, List.of("64 GB"), List.of("6 GB")));
        });
    }
}
