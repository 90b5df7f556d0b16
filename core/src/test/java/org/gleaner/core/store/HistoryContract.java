package org.gleaner.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.store.StoreSamples.ADA;
import static org.gleaner.core.store.StoreSamples.BOB;
import static org.gleaner.core.store.StoreSamples.N1;
import static org.gleaner.core.store.StoreSamples.N2;
import static org.gleaner.core.store.StoreSamples.assigned;
import static org.gleaner.core.store.StoreSamples.at;
import static org.gleaner.core.store.StoreSamples.ended;
import static org.gleaner.core.store.StoreSamples.failure;
import static org.gleaner.core.store.StoreSamples.hash;
import static org.gleaner.core.store.StoreSamples.job;
import static org.gleaner.core.store.StoreSamples.node;
import static org.gleaner.core.store.StoreSamples.pages;
import static org.gleaner.core.store.StoreSamples.plainSpec;
import static org.gleaner.core.store.StoreSamples.spec;
import static org.gleaner.core.store.StoreSamples.submitted;
import static org.gleaner.core.store.StoreSamples.success;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.GridEvent.BrakeSet;
import org.gleaner.core.grid.GridEvent.DutySet;
import org.gleaner.core.grid.GridEvent.FilesRefreshed;
import org.gleaner.core.grid.GridEvent.JobClosed;
import org.gleaner.core.grid.GridEvent.JobDeleted;
import org.gleaner.core.grid.GridEvent.JobReopened;
import org.gleaner.core.grid.GridEvent.JobRetired;
import org.gleaner.core.grid.GridEvent.JobSubmitted;
import org.gleaner.core.grid.GridEvent.PartialKept;
import org.gleaner.core.grid.GridEvent.StayEnded;
import org.gleaner.core.grid.GridEvent.StaysFolded;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Duty;
import org.gleaner.core.store.History.AttemptRow;
import org.junit.jupiter.api.Test;

/** What every store can tell beside the loop. A store's own test class extends it. */
public abstract class HistoryContract {
    private static final TaskCounts DONE = new TaskCounts(0, 0, 0, 3, 0, 0, 0);
    private static final TaskCounts CANCELLED = new TaskCounts(0, 0, 0, 1, 0, 0, 2);
    private static final Caller ADA_HERSELF = new Caller(ADA, false);
    private static final Caller ADMIN = new Caller(new Owner("root"), true);

    /** The store under test, empty at the start of each test. */
    protected abstract Store store() throws StoreException;

    /** The same store's history. */
    protected abstract History history() throws StoreException;

    private void write(GridEvent.Hard... events) throws StoreException {
        store().write(List.of(events));
    }

    private static JobSubmitted of(Owner owner, long number, JobSpec spec) {
        return new JobSubmitted(job(number), owner, at(number), spec, List.of(), null);
    }

    private List<JobId> closed(Caller caller, Selector selector) throws StoreException {
        return history().closedJobs(caller, selector, 100).stream()
                .map(JobSummary::id)
                .toList();
    }

    @Test
    void a_job_is_found_open_and_closed_and_not_when_it_is_deleted() throws StoreException {
        write(submitted(1, spec(3)), assigned(AttemptId.of(1, 2, 1), N1));
        StoredJob open = store().load().jobs().get(0);

        assertThat(history().job(job(1))).contains(open);
        assertThat(history().outline(job(1))).contains(open.outline());
        assertThat(history().owner(job(1))).contains(ADA);

        write(new JobClosed(job(1), DONE, at(9)));
        assertThat(history().job(job(1))).contains(open);
        assertThat(history().owner(job(1))).contains(ADA);

        write(new JobDeleted(job(1)));
        assertThat(history().job(job(1))).isEmpty();
        assertThat(history().outline(job(1))).isEmpty();
        assertThat(history().owner(job(1))).isEmpty();
        assertThat(history().attempts(job(1), Ordinals.range(1, 3), 10)).isEmpty();
        assertThat(history().entry(job(1), 1)).isEmpty();
    }

    @Test
    void closed_jobs_are_told_youngest_first_and_only_to_who_may_see_them() throws StoreException {
        write(of(ADA, 1, spec(3)), of(BOB, 2, spec(3)), of(ADA, 3, spec(3)), of(ADA, 4, spec(3)));
        write(new BrakeSet(job(1), new Brake(3, 0, "stopped itself")));
        write(closing(1, CANCELLED), closing(2, DONE), closing(3, DONE));

        assertThat(closed(ADA_HERSELF, new Selector.All())).containsExactly(job(3), job(1));
        assertThat(closed(ADMIN, new Selector.All())).containsExactly(job(3), job(2), job(1));
        assertThat(history().closedJobs(ADMIN, new Selector.All(), 2)).hasSize(2);
        assertThat(history().closedJobs(ADA_HERSELF, new Selector.OneJob(job(1)), 9))
                .containsExactly(new JobSummary(job(1), "sweep", "awk", ADA, at(1), CANCELLED, "stopped itself"));
    }

    private static JobClosed closing(long number, TaskCounts counts) {
        return new JobClosed(job(number), counts, at(100 + number));
    }

    @Test
    void closed_jobs_are_selected_by_id_name_type_and_state() throws StoreException {
        write(of(ADA, 1, spec(3)), of(ADA, 2, plainSpec()), of(BOB, 3, spec("other", "sh", new ArrayShape.Single())));
        write(closing(1, DONE), closing(2, CANCELLED), closing(3, DONE));

        assertThat(closed(ADA_HERSELF, new Selector.OneJob(job(3)))).isEmpty();
        assertThat(closed(ADMIN, new Selector.OneJob(job(3)))).containsExactly(job(3));
        assertThat(closed(ADA_HERSELF, new Selector.SomeTasks(job(1), Ordinals.one(2))))
                .containsExactly(job(1));
        assertThat(closed(ADA_HERSELF, new Selector.SomeJobs(new TreeSet<>(List.of(job(1), job(2), job(3), job(9))))))
                .containsExactly(job(2), job(1));
        assertThat(closed(ADMIN, new Selector.SomeJobs(new TreeSet<>()))).isEmpty();
        assertThat(closed(ADA_HERSELF, new Selector.Named("sweep"))).containsExactly(job(1));
        assertThat(closed(ADMIN, new Selector.Typed("sh"))).containsExactly(job(3), job(2));
        assertThat(closed(ADMIN, new Selector.InState(TaskState.CANCELLED))).containsExactly(job(2));
        assertThat(closed(ADMIN, new Selector.InState(TaskState.DONE))).containsExactly(job(3), job(1));
    }

    @Test
    void the_last_job_is_the_callers_youngest_and_closed_only_if_it_is() throws StoreException {
        write(of(ADA, 1, spec(3)), of(ADA, 2, spec(3)), of(BOB, 3, spec(3)), closing(1, DONE), closing(2, DONE));

        assertThat(history().lastJob(ADA)).contains(job(2));
        assertThat(history().lastJob(new Owner("nobody"))).isEmpty();
        assertThat(closed(ADA_HERSELF, new Selector.Last())).containsExactly(job(2));

        write(new JobReopened(history().job(job(2)).orElseThrow()));

        assertThat(closed(ADA_HERSELF, new Selector.Last())).isEmpty();
        assertThat(closed(ADA_HERSELF, new Selector.All())).containsExactly(job(1));
    }

    @Test
    void what_a_task_wrote_on_its_way_is_kept_by_name_until_the_task_is_done() throws StoreException {
        AttemptId first = AttemptId.of(1, 2, 1);
        AttemptId second = AttemptId.of(1, 2, 2);
        ResultFile old = new ResultFile("a.csv", hash(7001), 9000, false, null);
        ResultFile other = new ResultFile("log/b", hash(7002), 3, true, "YWJj");
        ResultFile fresh = new ResultFile("a.csv", hash(7003), 9500, false, null);
        write(submitted(1, spec(3)), assigned(first, N1));
        write(new PartialKept(first, List.of(old, other), at(3)));
        assertThat(history().ownerUses(ADA, hash(7001))).isTrue();

        write(assigned(second, N2), new PartialKept(second, List.of(fresh), at(4)));

        assertThat(history().partials(job(1), Ordinals.range(1, 3), 10))
                .containsExactly(
                        new History.PartialRow(second, fresh, at(4)), new History.PartialRow(first, other, at(3)));
        assertThat(history().partials(job(1), Ordinals.one(1), 10)).isEmpty();
        assertThat(history().partials(job(1), Ordinals.one(2), 1)).hasSize(1);
        assertThat(history().ownerUses(ADA, hash(7001))).isFalse();
        assertThat(history().ownerUses(ADA, hash(7003))).isTrue();

        write(ended(success(second), N2, at(5), TaskState.DONE, TaskRecord.UNTRIED));

        assertThat(history().partials(job(1), Ordinals.range(1, 3), 10)).isEmpty();
        assertThat(history().ownerUses(ADA, hash(7003))).isFalse();
    }

    @Test
    void a_blob_that_is_also_a_result_or_another_tasks_stays_when_it_is_no_longer_on_its_way() throws StoreException {
        AttemptId one = AttemptId.of(1, 1, 1);
        AttemptId two = AttemptId.of(1, 2, 1);
        BlobHash result = success(one).outputs().get(0).hash();
        ResultFile both = new ResultFile("same", hash(7005), 9000, false, null);
        ResultFile early = new ResultFile("out.txt", result, 5000, false, null);
        write(submitted(1, spec(3)), assigned(one, N1), assigned(two, N2));
        write(new PartialKept(one, List.of(both, early), at(3)), new PartialKept(two, List.of(both), at(3)));

        write(ended(success(one), N1, at(5), TaskState.DONE, TaskRecord.UNTRIED));

        assertThat(history().ownerUses(ADA, result)).isTrue();
        assertThat(history().ownerUses(ADA, hash(7005))).isTrue();
        write(new JobDeleted(job(1)));
        assertThat(history().partials(job(1), Ordinals.range(1, 3), 10)).isEmpty();
        assertThat(history().ownerUses(ADA, hash(7005))).isFalse();
    }

    @Test
    void attempts_come_with_their_reports_in_the_order_of_task_and_number() throws StoreException {
        AttemptId first = AttemptId.of(1, 1, 1);
        AttemptId second = AttemptId.of(1, 1, 2);
        AttemptId other = AttemptId.of(1, 3, 1);
        write(node(N1, 1), submitted(1, spec(3)), assigned(other, N2), assigned(first, N1));
        write(ended(failure(first, 7), N1, at(5000), TaskState.READY, TaskRecord.UNTRIED), assigned(second, N1));
        write(ended(success(other), N2, at(6000), TaskState.DONE, TaskRecord.UNTRIED));

        AttemptRow one = new AttemptRow(first, N1, "host1", at(1001), at(5000), failure(first, 7));
        AttemptRow two = new AttemptRow(second, N1, "host1", at(1002), null, null);
        AttemptRow three = new AttemptRow(other, N2, "n2", at(1001), at(6000), success(other));
        assertThat(history().attempts(job(1), Ordinals.range(1, 3), 10)).containsExactly(one, two, three);
        assertThat(history().attempts(job(1), Ordinals.range(1, 3), 2)).containsExactly(one, two);
        assertThat(history().attempts(job(1), Ordinals.range(2, 3), 10)).containsExactly(three);
    }

    @Test
    void entries_are_computed_for_ranges_and_read_for_lists() throws StoreException {
        List<EntryPage> pages = pages(2500);
        write(
                submitted(1, spec(3)),
                submitted(2, plainSpec()),
                new JobSubmitted(job(3), ADA, at(3), spec("l", "t", new ArrayShape.Listed(2500)), pages, null));

        assertThat(history().entry(job(1), 3)).contains(new Entry("20", List.of()));
        assertThat(history().entry(job(1), 4)).isEmpty();
        assertThat(history().entry(job(1), 0)).isEmpty();
        assertThat(history().entry(job(2), 1)).contains(new Entry("", List.of()));
        for (int ordinal : new int[] {1, 1024, 1025, 2048, 2500}) {
            assertThat(history().entry(job(3), ordinal))
                    .contains(pages.get(EntryPage.pageOf(ordinal)).entry(ordinal));
        }
        assertThat(history().entry(job(3), 2501)).isEmpty();
        assertThat(history().entry(job(9), 1)).isEmpty();
    }

    @Test
    void refreshed_pages_replace_those_of_their_number() throws StoreException {
        List<EntryPage> pages = pages(1500);
        write(new JobSubmitted(job(1), ADA, at(3), spec("l", "t", new ArrayShape.Listed(1500)), pages, null));
        assertThat(history().entry(job(1), 1025)).contains(pages.get(1).entry(1025));
        Entry changed = new Entry("new", List.of());
        List<Entry> entries = new ArrayList<>(pages.get(1).entries());
        entries.set(0, changed);
        write(new FilesRefreshed(job(1), List.of(), List.of(new EntryPage(1, entries))));

        assertThat(history().entry(job(1), 1025)).contains(changed);
        assertThat(history().entry(job(1), 1)).contains(pages.get(0).entry(1));
        assertThat(history().entry(job(1), 1026)).contains(pages.get(1).entry(1026));

        write(new JobDeleted(job(1)));

        assertThat(history().entry(job(1), 1026)).isEmpty();
    }

    @Test
    void an_owner_uses_inputs_entry_files_and_large_results_of_own_jobs() throws StoreException {
        AttemptId attempt = AttemptId.of(1, 1, 1);
        write(
                new JobSubmitted(job(1), ADA, at(3), spec("l", "t", new ArrayShape.Listed(3)), pages(3), null),
                assigned(attempt, N1),
                ended(success(attempt), N1, at(9), TaskState.DONE, TaskRecord.UNTRIED));

        for (int blob : new int[] {1, 2, 50_001, 50_003, 101, 104}) {
            assertThat(history().ownerUses(ADA, hash(blob))).as("blob %s", blob).isTrue();
            assertThat(history().ownerUses(BOB, hash(blob))).isFalse();
        }
        assertThat(history().ownerUses(ADA, hash(102)))
                .as("inline content is no blob")
                .isFalse();

        write(new JobDeleted(job(1)));
        assertThat(history().ownerUses(ADA, hash(1))).isFalse();
        assertThat(history().ownerUses(ADA, hash(101))).isFalse();
    }

    @Test
    void a_node_needs_the_inputs_of_jobs_that_it_runs_and_no_results() throws StoreException {
        AttemptId done = AttemptId.of(1, 1, 1);
        AttemptId live = AttemptId.of(1, 2, 1);
        write(
                new JobSubmitted(job(1), ADA, at(3), spec("l", "t", new ArrayShape.Listed(3)), pages(3), null),
                assigned(done, N2),
                assigned(live, N1),
                ended(success(done), N2, at(9), TaskState.DONE, TaskRecord.UNTRIED));

        assertThat(history().nodeNeeds(N1, hash(1))).isTrue();
        assertThat(history().nodeNeeds(N1, hash(50_002))).isTrue();
        assertThat(history().nodeNeeds(N1, hash(101)))
                .as("another task's result")
                .isFalse();
        assertThat(history().nodeNeeds(N2, hash(1)))
                .as("it runs nothing any more")
                .isFalse();
        assertThat(history().nodeNeeds(N1, hash(99))).isFalse();
    }

    @Test
    void inputs_that_were_replaced_stay_readable_for_attempts_that_started_with_them() throws StoreException {
        write(submitted(1, spec(3)), assigned(AttemptId.of(1, 2, 1), N1));
        write(new FilesRefreshed(job(1), List.of(new InputFile("size.awk", hash(9), 1, false)), List.of()));

        assertThat(history().nodeNeeds(N1, hash(1))).isTrue();
        assertThat(history().nodeNeeds(N1, hash(9))).isTrue();
        assertThat(history().ownerUses(ADA, hash(9))).isTrue();
    }

    @Test
    void nothing_is_told_of_what_never_was() throws StoreException {
        assertThat(history().job(job(1))).isEqualTo(Optional.empty());
        assertThat(history().closedJobs(ADMIN, new Selector.All(), 9)).isEmpty();
        assertThat(history().closedJobs(ADMIN, new Selector.Last(), 9)).isEmpty();
        assertThat(history().ownerUses(ADA, hash(1))).isFalse();
    }

    @Test
    void old_jobs_are_found_oldest_first_and_those_whose_files_are_gone_only_if_wanted() throws StoreException {
        write(of(ADA, 1, spec(3)), of(ADA, 2, spec(3)), of(ADA, 3, spec(3)), of(ADA, 4, spec(3)));
        write(new JobClosed(job(2), DONE, at(10)), new JobClosed(job(1), DONE, at(20)));
        write(new JobClosed(job(3), DONE, at(30)));

        assertThat(history().closedBefore(at(30), true, 9)).containsExactly(closedAt(2, 10), closedAt(1, 20));
        assertThat(history().closedBefore(at(30), true, 1)).containsExactly(closedAt(2, 10));

        write(new JobRetired(job(2), at(10), at(40), true));
        assertThat(history().closedBefore(at(30), true, 9)).containsExactly(closedAt(1, 20));
        assertThat(history().closedBefore(at(30), false, 9)).containsExactly(closedAt(2, 10), closedAt(1, 20));
        assertThat(history().retired(job(2))).contains(at(40));
        assertThat(history().retired(job(1))).isEmpty();
        assertThat(history().retired(job(77))).isEmpty();
    }

    private static ClosedJob closedAt(long number, long time) {
        return new ClosedJob(job(number), at(time));
    }

    @Test
    void a_retired_job_is_gone_with_all_that_belongs_to_it() throws StoreException {
        write(submitted(1, spec(3)), assigned(AttemptId.of(1, 1, 1), N1));
        write(ended(success(AttemptId.of(1, 1, 1)), N1, at(5), TaskState.DONE, TaskRecord.UNTRIED));
        write(new JobClosed(job(1), DONE, at(10)), new JobRetired(job(1), at(10), at(40), false));

        assertThat(history().job(job(1))).isEmpty();
        assertThat(history().attempts(job(1), Ordinals.range(1, 3), 10)).isEmpty();
        assertThat(history().ownerUses(ADA, spec(3).files().get(0).hash())).isFalse();
        assertThat(history().use()).isEmpty();
        assertThat(store().load().nextJob()).isEqualTo(2);
    }

    @Test
    void a_job_that_was_opened_again_or_closed_again_is_not_retired() throws StoreException {
        write(submitted(1, spec(3)), new JobClosed(job(1), CANCELLED, at(10)));
        StoredJob seen = history().job(job(1)).orElseThrow();

        write(new JobReopened(seen), new JobRetired(job(1), at(10), at(40), false));
        assertThat(store().load().jobs()).containsExactly(seen);

        write(new JobClosed(job(1), CANCELLED, at(50)), new JobRetired(job(1), at(10), at(60), false));
        write(new JobRetired(job(1), at(10), at(60), true));
        assertThat(history().job(job(1))).contains(seen);
        assertThat(history().retired(job(1))).isEmpty();
        assertThat(history().closedBefore(at(99), true, 9)).containsExactly(closedAt(1, 50));
    }

    @Test
    void without_its_files_a_job_names_inputs_only_while_a_task_can_be_retried() throws StoreException {
        BlobHash input = spec(3).files().get(0).hash();
        write(submitted(1, spec(3)), submitted(2, spec(3)), assigned(AttemptId.of(1, 1, 1), N1));
        AttemptReport report = success(AttemptId.of(1, 1, 1));
        write(ended(report, N1, at(5), TaskState.DONE, TaskRecord.UNTRIED));
        BlobHash output = report.blobs().get(0);
        write(new JobClosed(job(1), CANCELLED, at(10)), new JobClosed(job(2), DONE, at(10)));
        assertThat(history().unused(List.of(input, output, hash(4711)))).containsExactly(hash(4711));

        write(new JobRetired(job(1), at(10), at(40), true));
        assertThat(history().unused(List.of(input, output))).containsExactly(output);
        write(new JobDeleted(job(2)));
        assertThat(history().unused(List.of(input, output))).containsExactly(output);

        write(new JobReopened(history().job(job(1)).orElseThrow()), new JobClosed(job(1), DONE, at(50)));
        assertThat(history().retired(job(1))).as("it may have new files").isEmpty();
        write(new JobRetired(job(1), at(50), at(60), true));
        assertThat(history().unused(List.of(input, output))).containsExactly(input, output);
    }

    @Test
    void content_that_several_jobs_of_an_owner_name_counts_once() throws StoreException {
        InputFile large = new InputFile("a", hash(1), 1000, false);
        InputFile small = new InputFile("b", hash(2), 10, false);
        JobSpec both = plainSpec().withInputs(List.of(large, small));
        write(of(ADA, 1, both), of(ADA, 2, plainSpec().withInputs(List.of(large))), of(BOB, 3, both));
        write(of(BOB, 4, plainSpec()), assigned(AttemptId.of(1, 1, 1), N1));
        AttemptReport report = success(AttemptId.of(1, 1, 1));
        write(ended(report, N1, at(5), TaskState.DONE, TaskRecord.UNTRIED));
        long outputs = report.files().stream()
                .filter(file -> file.inline() == null)
                .mapToLong(ResultFile::size)
                .sum();

        assertThat(history().use()).containsExactly(new BlobUse(ADA, 2, 1010, outputs), new BlobUse(BOB, 2, 1010, 0));
    }

    private static AttemptReport crashed(int ordinal, String tail) {
        AttemptReport bare = AttemptReport.bare(AttemptId.of(1, ordinal, 1), Outcome.EXITED, "exit code 1");
        return new AttemptReport(
                bare.attempt(), bare.outcome(), 1, bare.detail(), bare.usage(), List.of(), null, null, tail);
    }

    @Test
    void stays_are_told_in_the_order_of_their_ends_until_they_are_folded_into_weeks() throws StoreException {
        long week = StayWeek.MILLIS;
        write(
                new StayEnded(N2, at(5), at(10)),
                new StayEnded(N1, at(-week), at(20)),
                new StayEnded(N1, at(30), at(40)),
                new StayEnded(N1, at(30), at(40)),
                new StayEnded(N1, at(week), at(week + 7)));
        assertThat(history().stays(at(0), 9))
                .extracting(PastStay::to)
                .containsExactly(at(10), at(20), at(40), at(week + 7));
        assertThat(history().stays(at(11), 1)).containsExactly(new PastStay(N1, at(-week), at(20)));

        write(new StaysFolded(at(40)));
        write(new StaysFolded(at(41)));

        assertThat(history().stays(at(0), 9)).containsExactly(new PastStay(N1, at(week), at(week + 7)));
        assertThat(history().stayWeeks(N1))
                .containsExactly(new StayWeek(N1, StayWeek.of(at(20)), 2, Duration.ofMillis(week + 30)));
        assertThat(history().stayWeeks(N2))
                .containsExactly(new StayWeek(N2, StayWeek.of(at(10)), 1, Duration.ofMillis(5)));

        write(new DutySet(N1, Duty.FORGOTTEN));
        assertThat(history().stays(at(0), 9)).isEmpty();
        assertThat(history().stayWeeks(N1)).isEmpty();
    }

    @Test
    void finished_tasks_are_told_once_each_with_the_attempt_that_did_them_first() throws StoreException {
        AttemptId first = AttemptId.of(1, 2, 1);
        AttemptId copy = AttemptId.of(1, 2, 2);
        AttemptId failed = AttemptId.of(1, 1, 1);
        write(submitted(1, spec(3)), assigned(failed, N1), assigned(first, N2), assigned(copy, N1));
        write(
                ended(failure(failed, 3), N1, at(50), TaskState.READY, TaskRecord.UNTRIED),
                ended(success(first), N2, at(60), TaskState.DONE, TaskRecord.UNTRIED),
                ended(success(copy), N1, at(70), TaskState.DONE, TaskRecord.UNTRIED));

        assertThat(history().finished(at(0), 9))
                .containsExactly(new FinishedTask(ADA, "awk", at(1), N2, Duration.ofNanos(1_500_000_001), at(60)));
        assertThat(history().finished(at(61), 9)).isEmpty();
        assertThat(history().finished(at(0), 0)).isEmpty();
    }

    @Test
    void failures_are_grouped_by_their_last_words() throws StoreException {
        write(submitted(1, StoreSamples.spec(4)), StoreSamples.node(StoreSamples.N1, 1));
        for (int ordinal = 1; ordinal <= 3; ordinal++) {
            String tail = ordinal == 3 ? "killed" : "Traceback\n  File \"/tmp/a" + ordinal + "/x.py\", line " + ordinal;
            write(
                    StoreSamples.assigned(AttemptId.of(1, ordinal, 1), StoreSamples.N1),
                    StoreSamples.ended(
                            crashed(ordinal, tail), StoreSamples.N1, at(9), TaskState.READY, TaskRecord.UNTRIED));
        }

        Failures failures = history().failures(job(1), 1);

        assertThat(failures)
                .isEqualTo(new Failures(
                        1, List.of(new Failures.Group(Outcome.EXITED, "File \"…\", line #", 2, 2, 1, 1)), true));
    }

    @Test
    void attempts_are_listed_youngest_first_in_pages() throws StoreException {
        write(submitted(1, StoreSamples.spec(4)), StoreSamples.node(StoreSamples.N1, 1));
        for (int ordinal = 1; ordinal <= 3; ordinal++) {
            write(StoreSamples.assigned(AttemptId.of(1, ordinal, 1), StoreSamples.N1));
        }
        write(StoreSamples.ended(crashed(2, "boom"), StoreSamples.N1, at(9), TaskState.READY, TaskRecord.UNTRIED));

        List<AttemptQuery.Past> page =
                history().past(new AttemptQuery(ADA, at(9), "awk", StoreSamples.N1, false, AttemptId.of(1, 3, 1), 1));

        assertThat(page).hasSize(1);
        assertThat(page.get(0).attempt()).isEqualTo(AttemptId.of(1, 2, 1));
        assertThat(page.get(0).end()).isNotNull();
        assertThat(history().past(new AttemptQuery(null, at(10), null, null, false, null, 10)))
                .extracting(AttemptQuery.Past::attempt)
                .containsExactly(AttemptId.of(1, 3, 1), AttemptId.of(1, 1, 1));
        assertThat(history().past(new AttemptQuery(null, null, null, null, true, null, 10)))
                .extracting(AttemptQuery.Past::attempt)
                .containsExactly(AttemptId.of(1, 2, 1));
        assertThat(history().past(new AttemptQuery(StoreSamples.BOB, null, null, null, false, null, 10)))
                .isEmpty();
    }
}
