package org.gleaner.lab.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.lab.torture.Evidence.Admitted;
import org.gleaner.lab.torture.Evidence.Attack;
import org.gleaner.lab.torture.Evidence.Left;
import org.gleaner.lab.torture.Evidence.Stored;
import org.gleaner.lab.torture.Evidence.Told;
import org.gleaner.lab.torture.EvidenceCheck.Broken;
import org.junit.jupiter.api.Test;

/** Each promise that the torture looks after, broken in an otherwise faultless history. */
final class EvidenceCheckTest {
    private static final String NAME = "sums";

    private final List<Told> told = new ArrayList<>(List.of(told(true, Story.End.KEPT, outputs())));
    private final List<Stored> stored = new ArrayList<>();
    private final TreeSet<String> shelf = new TreeSet<>(List.of("input"));
    private final TreeSet<String> named = new TreeSet<>(List.of("input"));
    private final List<String> processes = new ArrayList<>();
    private final List<String> leftovers = new ArrayList<>();
    private final List<Attack> attacks = new ArrayList<>(List.of(minted(11, 0, "")));

    @Test
    void a_history_as_it_should_be_has_no_finding() {
        stored.add(stored(7, once(), outputs()));

        assertThat(check()).isEmpty();
    }

    @Test
    void a_task_without_a_result_is_found() {
        SortedMap<Integer, Integer> accepted = once();
        accepted.remove(2);
        stored.add(stored(7, accepted, outputs()));

        assertThat(check()).containsExactly(broken("a task without an accepted result", "sums (job 7), task 2"));
    }

    @Test
    void a_task_with_two_results_is_found() {
        SortedMap<Integer, Integer> accepted = once();
        accepted.put(1, 2);
        stored.add(stored(7, accepted, outputs()));

        assertThat(check()).containsExactly(broken("a task with several accepted results", "sums (job 7), task 1: 2"));
    }

    @Test
    void an_output_that_differs_from_a_local_run_is_found() {
        SortedMap<Integer, SortedMap<String, String>> outputs = outputs();
        outputs.put(2, new TreeMap<>(Map.of("stdout", "other", "core", "dump")));
        stored.add(stored(7, once(), outputs));

        assertThat(check())
                .containsExactly(broken(
                        "an output that differs from a local run",
                        "sums (job 7), task 2: core is dump and not wanted, stdout is other and not out 2"));
    }

    @Test
    void an_output_that_is_missing_is_found() {
        SortedMap<Integer, SortedMap<String, String>> outputs = outputs();
        outputs.remove(1);
        stored.add(stored(7, once(), outputs));

        assertThat(check()).extracting(Broken::kind).containsExactly("an output that differs from a local run");
    }

    @Test
    void an_acknowledged_job_that_is_not_there_is_found() {
        assertThat(check()).containsExactly(broken("an acknowledged job is lost", NAME));
    }

    @Test
    void a_job_of_which_nobody_was_told_may_be_there_or_not_but_not_twice() {
        told.set(0, told(false, Story.End.KEPT, outputs()));
        assertThat(check()).isEmpty();

        stored.add(stored(7, once(), outputs()));
        assertThat(check()).isEmpty();

        stored.add(stored(8, once(), outputs()));
        assertThat(check()).containsExactly(broken("one submission, several jobs", "sums is jobs 7, 8"));
    }

    @Test
    void a_cancelled_job_may_lack_results_but_those_it_has_are_right_and_single() {
        told.set(0, told(true, Story.End.CANCELLED, outputs()));
        SortedMap<Integer, SortedMap<String, String>> outputs = outputs();
        outputs.remove(2);
        stored.add(stored(7, new TreeMap<>(Map.of(1, 1)), outputs));
        assertThat(check()).isEmpty();

        stored.set(0, stored(7, new TreeMap<>(Map.of(1, 2)), new TreeMap<>()));
        assertThat(check())
                .extracting(Broken::kind)
                .containsExactly("a task with several accepted results", "an output that differs from a local run");
    }

    @Test
    void a_deleted_job_that_is_there_or_was_wrong_is_found() {
        told.set(0, told(true, Story.End.DELETED, outputs()));
        assertThat(check()).isEmpty();

        told.set(0, told(true, Story.End.DELETED, new TreeMap<>()));
        stored.add(stored(7, once(), outputs()));
        assertThat(check())
                .extracting(Broken::kind)
                .containsExactly(
                        "a deleted job still exists",
                        "an output that differs from a local run",
                        "an output that differs from a local run");
    }

    @Test
    void a_job_that_nobody_submitted_is_found() {
        told.clear();
        stored.add(stored(7, once(), outputs()));

        assertThat(check()).containsExactly(broken("a job that nobody submitted", "sums is job 7"));
    }

    @Test
    void whatever_is_left_behind_is_found() {
        stored.add(stored(7, once(), outputs()));
        processes.add("process 42 of agent 1: sleep 600");
        leftovers.add("/agent-1/work/7.1-1");
        shelf.add("nobodys");

        assertThat(check())
                .containsExactly(
                        broken("a task's process is left over", "process 42 of agent 1: sleep 600"),
                        broken("something is left over in a directory", "/agent-1/work/7.1-1"),
                        broken("content that no job refers to, after a sweep", "nobodys"));
    }

    @Test
    void content_that_a_job_names_and_that_is_gone_is_found() {
        stored.add(stored(7, once(), outputs()));
        named.add("gone");

        assertThat(check()).containsExactly(broken("content that a job refers to is gone", "gone"));
    }

    @Test
    void a_token_of_a_node_that_brought_more_nodes_than_it_may_is_found() {
        stored.add(stored(7, once(), outputs()));
        attacks.add(minted(12, 1, ""));

        assertThat(check())
                .containsExactly(
                        broken("more nodes were let in than may be", "12 by a node, and not 11"),
                        broken("more nodes were let in than may be", "1 by a copy, and not 0"));
    }

    @Test
    void a_user_who_had_no_answer_while_somebody_attacked_is_found() {
        stored.add(stored(7, once(), outputs()));
        attacks.add(minted(11, 0, "too many calls at once"));

        assertThat(check())
                .containsExactly(broken("an attack kept another user out", "copies minted: too many calls at once"));
    }

    private List<Broken> check() {
        return EvidenceCheck.of(new Evidence(told, stored, shelf, named, new Left(processes, leftovers), attacks));
    }

    private static Attack minted(int copies, int ofCopies, String kept) {
        return new Attack(
                "copies minted",
                List.of(new Admitted("a node", copies, 11), new Admitted("a copy", ofCopies, 0)),
                kept);
    }

    private static Broken broken(String kind, String what) {
        return new Broken(kind, what);
    }

    private static Told told(boolean acknowledged, Story.End end, SortedMap<Integer, SortedMap<String, String>> seen) {
        return new Told(NAME, 2, acknowledged, end, outputs(), seen);
    }

    private static Stored stored(
            long id, SortedMap<Integer, Integer> accepted, SortedMap<Integer, SortedMap<String, String>> outputs) {
        return new Stored(id, NAME, accepted, outputs);
    }

    private static SortedMap<Integer, Integer> once() {
        return new TreeMap<>(Map.of(1, 1, 2, 1));
    }

    private static SortedMap<Integer, SortedMap<String, String>> outputs() {
        SortedMap<Integer, SortedMap<String, String>> outputs = new TreeMap<>();
        outputs.put(1, new TreeMap<>(Map.of("stdout", "out 1")));
        outputs.put(2, new TreeMap<>(Map.of("stdout", "out 2")));
        return outputs;
    }
}
