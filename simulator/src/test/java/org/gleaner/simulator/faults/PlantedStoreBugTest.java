package org.gleaner.simulator.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.simulator.faults.BugHunt.assertFoundOnDisk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredGrid.NodeRow;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Capacity;
import org.gleaner.simulator.checker.AttemptNumbersGrow;
import org.gleaner.simulator.checker.BrokenRule;
import org.gleaner.simulator.checker.ContentThere;
import org.gleaner.simulator.checker.FirstAlone;
import org.gleaner.simulator.checker.LiveWithinPolicy;
import org.gleaner.simulator.checker.LoadedEqualsMemory;
import org.gleaner.simulator.checker.MatchesHold;
import org.gleaner.simulator.checker.NoNodeLostTooEarly;
import org.gleaner.simulator.checker.NothingForgotten;
import org.gleaner.simulator.checker.PartialsGoWithResults;
import org.gleaner.simulator.checker.PausedStartNothing;
import org.gleaner.simulator.checker.PredecessorsFirst;
import org.gleaner.simulator.checker.RefusalsTyped;
import org.gleaner.simulator.checker.ReservedWithinCapacity;
import org.gleaner.simulator.checker.ResultsStand;
import org.gleaner.simulator.checker.ResumedFromEarlier;
import org.gleaner.simulator.checker.SubmittedOnce;
import org.gleaner.simulator.checker.UsedWithinAmounts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each checker alone finds the bug that is planted in the store for it. */
@Tag("simulation")
class PlantedStoreBugTest {
    @Test
    void a_store_that_skips_an_event_differs_from_memory() {
        assertFoundOnDisk(
                new LoadedEqualsMemory(),
                store -> Plants.writing(store, Plants.without(GridEvent.CountersReset.class)));
    }

    @Test
    void a_store_that_forgets_who_was_paused_lets_them_start_something() {
        assertFoundOnDisk(
                new PausedStartNothing(), store -> Plants.writing(store, Plants.without(GridEvent.DutySet.class)));
    }

    @Test
    void a_store_that_loses_a_success_has_forgotten_what_was_acknowledged() {
        assertFoundOnDisk(
                new NothingForgotten(),
                store -> Plants.writing(
                        store,
                        events -> events.stream()
                                .filter(event ->
                                        !isSuccess(event) || event.toString().length() % 5 != 0)
                                .toList()));
    }

    private static boolean isSuccess(GridEvent.Hard event) {
        return event instanceof GridEvent.AttemptEnded ended && ended.report().outcome() == Outcome.DONE;
    }

    @Test
    void a_task_whose_result_is_forgotten_by_the_store_runs_again_and_is_found() {
        assertFoundOnDisk(
                new ResultsStand(),
                store -> Plants.writing(
                        store,
                        events -> events.stream()
                                .filter(event -> !isSuccess(event) && !(event instanceof GridEvent.JobClosed))
                                .toList()));
    }

    @Test
    void an_attempt_number_that_is_given_twice_is_found() {
        assertFoundOnDisk(
                new AttemptNumbersGrow(),
                store -> Plants.swallowingErrors(
                        Plants.loading(store, Plants.jobs(job -> with(job, new TreeMap<>(), job.live())))));
    }

    @Test
    void a_task_that_starts_beside_the_one_that_goes_first_is_found() {
        assertFoundOnDisk(
                new FirstAlone(),
                store -> Plants.loading(
                        store,
                        Plants.jobs(job -> new StoredJob(
                                job.id(),
                                job.owner(),
                                job.submitted(),
                                job.spec().with(job.spec().limits().withCanary(false)),
                                job.brake(),
                                job.states(),
                                job.records(),
                                job.live(),
                                job.accepted()))));
    }

    @Test
    void a_second_live_attempt_of_a_task_is_found() {
        assertFoundOnDisk(
                new LiveWithinPolicy(),
                store -> Plants.loading(store, Plants.jobs(job -> with(job, new TreeMap<>(job.records()), List.of()))));
    }

    private static StoredJob with(StoredJob job, TreeMap<Integer, TaskRecord> records, List<StoredJob.LiveRow> live) {
        return new StoredJob(
                job.id(),
                job.owner(),
                job.submitted(),
                job.spec(),
                job.brake(),
                job.states(),
                records,
                live,
                job.accepted());
    }

    @Test
    void files_of_a_task_that_is_done_are_found_if_they_stay() {
        assertFoundOnDisk(
                new PartialsGoWithResults(),
                store -> Plants.writing(
                        store,
                        events -> events.stream()
                                .flatMap(event ->
                                        isSuccess(event) ? Stream.of(event, leftBehind(event)) : Stream.of(event))
                                .toList()));
    }

    private static GridEvent.Hard leftBehind(GridEvent.Hard event) {
        GridEvent.AttemptEnded ended = (GridEvent.AttemptEnded) event;
        ResultFile file = new ResultFile("left", new BlobHash("a".repeat(64)), 5, false, null);
        return new GridEvent.PartialKept(ended.attempt(), List.of(file), ended.at());
    }

    @Test
    void a_copy_in_the_directory_of_another_attempt_is_found() {
        assertFoundOnDisk(
                new LiveWithinPolicy(), store -> Plants.loading(store, Plants.jobs(PlantedStoreBugTest::elsewhere)));
    }

    private static StoredJob elsewhere(StoredJob job) {
        return plain(job, job.spec().needs());
    }

    /** The same without a workplace, and with these needs. */
    private static StoredJob plain(StoredJob job, Requirements needs) {
        JobSpec spec = job.spec();
        JobSpec changed = new JobSpec(
                        spec.name(),
                        spec.type(),
                        spec.command(),
                        spec.array(),
                        spec.inputs(),
                        spec.outputs(),
                        needs,
                        spec.limits())
                .withTurn(spec.turn());
        return with(job, changed, job.states());
    }

    @Test
    void a_node_that_is_given_more_than_it_has_is_found() {
        assertFoundOnDisk(
                new ReservedWithinCapacity(), store -> Plants.loading(store, PlantedStoreBugTest::withLargeNodes));
    }

    @Test
    void a_server_that_forgets_what_tasks_use_is_found() {
        assertFoundOnDisk(
                new UsedWithinAmounts(), store -> Plants.loading(store, Plants.jobs(PlantedStoreBugTest::wasteful)));
    }

    private static StoredJob wasteful(StoredJob job) {
        Requirements needs = job.spec().needs();
        return plain(
                job,
                new Requirements(
                        needs.cores(),
                        needs.memory(),
                        needs.disk(),
                        needs.platform(),
                        needs.exclusive(),
                        Amounts.NONE));
    }

    @Test
    void a_node_that_is_given_what_it_has_not_is_found() {
        assertFoundOnDisk(
                new MatchesHold(), store -> Plants.loading(store, Plants.jobs(PlantedStoreBugTest::undemanding)));
    }

    private static StoredJob undemanding(StoredJob job) {
        Requirements needs = job.spec().needs();
        return plain(job, new Requirements(needs.cores(), needs.memory()));
    }

    @Test
    void a_task_that_does_not_wait_is_found() {
        assertFoundOnDisk(
                new PredecessorsFirst(), store -> Plants.loading(store, Plants.jobs(PlantedStoreBugTest::impatient)));
    }

    private static StoredJob impatient(StoredJob job) {
        TreeMap<TaskState, Ordinals> states = new TreeMap<>(job.states());
        states.remove(TaskState.WAITING);
        return with(job, job.spec(), states);
    }

    private static StoredJob with(StoredJob job, JobSpec spec, SortedMap<TaskState, Ordinals> states) {
        return new StoredJob(
                job.id(),
                job.owner(),
                job.submitted(),
                spec,
                job.brake(),
                states,
                job.records(),
                job.live(),
                job.accepted());
    }

    private static StoredGrid withLargeNodes(StoredGrid grid) {
        List<NodeRow> nodes = new ArrayList<>();
        for (NodeRow row : grid.nodes()) {
            Capacity large = new Capacity(64, new MemorySize(1 << 20));
            nodes.add(
                    new NodeRow(row.node(), row.incarnation(), row.facts(), large, row.at(), row.duty(), row.copyOf()));
        }
        return new StoredGrid(
                grid.nextJob(),
                grid.nextNode(),
                grid.jobs(),
                nodes,
                grid.refusals(),
                grid.tokens(),
                grid.keys(),
                grid.settings(),
                grid.beliefs());
    }

    @Test
    void an_exception_instead_of_a_refusal_is_found() {
        assertFoundOnDisk(
                new RefusalsTyped(), store -> Plants.loading(store, grid -> withSetting(grid, "strategy", "by-magic")));
    }

    @Test
    void a_node_that_is_given_up_after_a_short_silence_is_found() {
        assertFoundOnDisk(
                new NoNodeLostTooEarly(),
                store -> Plants.loading(store, grid -> withSetting(grid, "lost-after", "5s")));
    }

    private static StoredGrid withSetting(StoredGrid grid, String name, String value) {
        TreeMap<String, String> settings = new TreeMap<>(grid.settings());
        settings.put(name, value);
        return new StoredGrid(
                grid.nextJob(),
                grid.nextNode(),
                grid.jobs(),
                grid.nodes(),
                grid.refusals(),
                grid.tokens(),
                grid.keys(),
                settings,
                grid.beliefs());
    }

    @Test
    void a_key_that_is_forgotten_makes_a_second_job_and_is_found() {
        assertFoundOnDisk(
                new SubmittedOnce(),
                store -> Plants.loading(
                        store,
                        grid -> new StoredGrid(
                                grid.nextJob(),
                                grid.nextNode(),
                                grid.jobs(),
                                grid.nodes(),
                                grid.refusals(),
                                grid.tokens(),
                                List.of(),
                                grid.settings(),
                                grid.beliefs())));
    }

    @Test
    void content_of_files_that_a_task_wrote_on_its_way_and_the_store_forgot_is_found() {
        assertFoundOnDisk(
                new ContentThere(), store -> Plants.writing(store, Plants.without(GridEvent.PartialKept.class)));
    }

    @Test
    void files_that_a_task_deleted_and_that_come_back_are_found() {
        assertFoundOnDisk(
                new ResumedFromEarlier(),
                store -> Plants.writing(
                        store,
                        Plants.replacing(event -> event instanceof GridEvent.PartialKept kept
                                ? new GridEvent.PartialKept(kept.attempt(), kept.files(), kept.at())
                                : event)));
    }

    /** As if each job had been opened and closed again since somebody saw that it is old, and nobody compared. */
    @Test
    void files_that_go_although_their_job_was_opened_again_meanwhile_are_found() {
        Duration since = Duration.ofSeconds(1);
        BrokenRule found = BugHunt.find(
                new ContentThere(),
                store -> Plants.writing(store, Plants.replacing(event -> retired(event, since))),
                (store, random) -> Step.real(
                        Plants.writing(store, Plants.replacing(event -> retired(event, since.negated()))), random),
                name -> name.equals("ContentThere"));

        assertThat(found).hasMessageContaining("which is not on the server");
    }

    private static GridEvent.Hard retired(GridEvent.Hard event, Duration later) {
        return event instanceof GridEvent.JobRetired one && one.onlyFiles()
                ? new GridEvent.JobRetired(one.job(), one.owner(), one.closed().plus(later), one.at(), true)
                : event;
    }
}
