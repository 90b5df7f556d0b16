package org.gleaner.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.store.StoreSamples.ADA;
import static org.gleaner.core.store.StoreSamples.BOB;
import static org.gleaner.core.store.StoreSamples.N1;
import static org.gleaner.core.store.StoreSamples.N2;
import static org.gleaner.core.store.StoreSamples.assigned;
import static org.gleaner.core.store.StoreSamples.at;
import static org.gleaner.core.store.StoreSamples.ended;
import static org.gleaner.core.store.StoreSamples.hash;
import static org.gleaner.core.store.StoreSamples.job;
import static org.gleaner.core.store.StoreSamples.pages;
import static org.gleaner.core.store.StoreSamples.plainSpec;
import static org.gleaner.core.store.StoreSamples.spec;
import static org.gleaner.core.store.StoreSamples.submitted;
import static org.gleaner.core.store.StoreSamples.success;

import java.util.List;
import java.util.stream.IntStream;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.PastAttempt;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.attempt.Resumption;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.GridEvent.AttemptResumed;
import org.gleaner.core.grid.GridEvent.FilesRefreshed;
import org.gleaner.core.grid.GridEvent.FilesTaken;
import org.gleaner.core.grid.GridEvent.JobDeleted;
import org.gleaner.core.grid.GridEvent.JobSubmitted;
import org.gleaner.core.grid.GridEvent.PartialKept;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.BlobUse;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobFiles;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.TaskState;
import org.junit.jupiter.api.Test;

/** A store knows who may read which file, and how much of the disk is whose. */
public interface FileHistoryContract extends StoreContract {
    @Test
    default void long_lists_of_files_lie_aside_and_are_whole_when_asked_for() throws Exception {
        JobSpec spec = plainSpec().with(new JobFiles(inputs(1, 3_000), outputs(2_000)));
        write(submitted(1, spec));

        JobSpec loaded = only().spec();

        assertThat(loaded).isEqualTo(spec.kept());
        assertThat(loaded.inputs()).isEmpty();
        assertThat(loaded.outputs()).isEmpty();
        assertThat(history().files(job(1))).hasValue(new JobFiles(spec.inputs(), spec.outputs()));
        assertThat(history().ownerUses(ADA, hash(3_000))).isTrue();
    }

    @Test
    default void refreshed_inputs_replace_a_list_that_lies_aside_and_leave_the_outputs() throws Exception {
        List<OutputFile> outputs = outputs(2_000);
        write(submitted(1, plainSpec().with(new JobFiles(inputs(1, 3_000), outputs))));
        assertThat(history().files(job(1)).orElseThrow().inputs()).hasSize(3_000);

        write(new FilesRefreshed(job(1), inputs(5_000, 1_500), List.of()));
        assertThat(history().files(job(1))).hasValue(new JobFiles(inputs(5_000, 1_500), outputs));

        write(new FilesRefreshed(job(1), inputs(9_000, 2), List.of()));
        assertThat(only().spec().inputs()).isEqualTo(inputs(9_000, 2));
        assertThat(history().files(job(1))).hasValue(new JobFiles(inputs(9_000, 2), outputs));

        write(new JobDeleted(job(1), ADA));
        assertThat(history().files(job(1))).isEmpty();
    }

    private static List<InputFile> inputs(int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(i -> new InputFile("in/größe-" + i, hash(i), i, i % 2 == 0))
                .toList();
    }

    private static List<OutputFile> outputs(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new OutputFile("out/" + i, i % 3 == 0))
                .toList();
    }

    @Test
    default void what_attempts_of_a_task_wrote_on_their_way_is_kept_by_name_until_the_task_is_done()
            throws StoreException {
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
                .containsExactly(new History.PartialRow(second, fresh, at(4)));
        assertThat(history().partials(first, 10))
                .containsExactly(
                        new History.PartialRow(first, old, at(3)), new History.PartialRow(first, other, at(3)));
        assertThat(history().partials(first, 1)).hasSize(1);
        assertThat(history().leavers(job(1), Ordinals.range(1, 3), 10)).containsExactly(first, second);
        assertThat(history().past(new AttemptQuery(null, null, null, null, false, null, 10)))
                .extracting(PastAttempt::partials)
                .containsExactly(1, 2);
        assertThat(history().partials(job(1), Ordinals.one(1), 10)).isEmpty();
        assertThat(history().partials(job(1), Ordinals.one(2), 1)).hasSize(1);
        assertThat(history().ownerUses(ADA, hash(7001))).isTrue();
        assertThat(history().ownerUses(ADA, hash(7003))).isTrue();

        write(ended(success(second), N2, at(5), TaskState.DONE, TaskRecord.UNTRIED));

        assertThat(history().partials(job(1), Ordinals.range(1, 3), 10)).isEmpty();
        assertThat(history().leavers(job(1), Ordinals.range(1, 3), 10)).isEmpty();
        assertThat(history().ownerUses(ADA, hash(7001))).isFalse();
        assertThat(history().ownerUses(ADA, hash(7003))).isFalse();
    }

    @Test
    default void the_attempt_that_sent_last_is_the_one_that_is_shown_and_the_oldest_are_forgotten()
            throws StoreException {
        write(submitted(1, spec(3)));
        for (int number = 1; number <= Tables.PARTIAL_ATTEMPTS; number++) {
            AttemptId attempt = AttemptId.of(1, 2, number);
            write(assigned(attempt, N1), new PartialKept(attempt, List.of(blob("a", 7100 + number)), at(number)));
        }
        AttemptId oldest = AttemptId.of(1, 2, 1);
        AttemptId youngest = AttemptId.of(1, 2, Tables.PARTIAL_ATTEMPTS + 1);

        write(new PartialKept(oldest, List.of(blob("a", 7200)), at(9)));

        assertThat(history().partials(job(1), Ordinals.one(2), 10))
                .extracting(History.PartialRow::attempt)
                .containsExactly(oldest);
        assertThat(history().ownerUses(ADA, hash(7101))).isFalse();
        assertThat(history().ownerUses(ADA, hash(7200))).isTrue();

        write(assigned(youngest, N1), new PartialKept(youngest, List.of(blob("a", 7102)), at(8)));

        assertThat(history().leavers(job(1), Ordinals.one(2), 10))
                .hasSize(Tables.PARTIAL_ATTEMPTS)
                .doesNotContain(oldest)
                .contains(youngest);
        assertThat(history().ownerUses(ADA, hash(7200))).isFalse();
        assertThat(history().ownerUses(ADA, hash(7102))).isTrue();
    }

    @Test
    default void what_an_attempt_begins_with_is_its_own_and_its_node_may_fetch_it() throws StoreException {
        AttemptId first = AttemptId.of(1, 2, 1);
        AttemptId second = AttemptId.of(1, 2, 2);
        write(submitted(1, spec(3)), assigned(first, N1), new PartialKept(first, List.of(blob("a", 7301)), at(3)));
        write(assigned(second, N2));
        assertThat(history().nodeNeeds(N2, hash(7301))).isFalse();

        write(new AttemptResumed(second, new Resumption(1, List.of(blob("a", 7301)), at(3))));

        assertThat(history().nodeNeeds(N2, hash(7301))).isTrue();
        assertThat(history().past(new AttemptQuery(null, null, null, null, false, null, 1)))
                .extracting(PastAttempt::resumed)
                .containsExactly(new PastAttempt.Resumed(1, true));

        write(new PartialKept(first, List.of(blob("a", 7302)), at(4)));

        assertThat(history().ownerUses(ADA, hash(7301))).isTrue();
        assertThat(history().partials(job(1), Ordinals.one(2), 10))
                .containsExactly(new History.PartialRow(first, blob("a", 7302), at(4)));

        write(new AttemptResumed(second, new Resumption(1, List.of(), at(3))));

        assertThat(history().past(new AttemptQuery(null, null, null, null, false, null, 1)))
                .extracting(PastAttempt::resumed)
                .containsExactly(new PastAttempt.Resumed(1, false));
    }

    @Test
    default void what_an_attempt_begins_with_is_not_what_it_left() throws StoreException {
        AttemptId first = AttemptId.of(1, 2, 1);
        AttemptId second = AttemptId.of(1, 2, 2);
        AttemptQuery youngest = new AttemptQuery(null, null, null, null, false, null, 1);
        List<ResultFile> begun = List.of(blob("a", 7301), blob("b", 7302));
        write(
                submitted(1, spec(3)),
                assigned(first, N1),
                new PartialKept(first, begun, at(1001)),
                assigned(second, N2));

        write(new AttemptResumed(second, new Resumption(1, begun, at(1001))));

        assertThat(history().partials(second, 10)).hasSize(2);
        assertThat(history().leavers(job(1), Ordinals.one(2), 10)).containsExactly(first);
        assertThat(history().past(youngest)).extracting(PastAttempt::partials).containsExactly(0);

        write(new PartialKept(second, List.of(blob("a", 7303)), at(1003)));

        assertThat(history().leavers(job(1), Ordinals.one(2), 10)).containsExactly(first, second);
        assertThat(history().past(youngest)).extracting(PastAttempt::partials).containsExactly(1);
    }

    private static ResultFile blob(String path, int content) {
        return new ResultFile(path, hash(content), 9000, false, null);
    }

    @Test
    default void a_blob_that_is_also_a_result_or_another_tasks_stays_when_it_is_no_longer_on_its_way()
            throws StoreException {
        AttemptId one = AttemptId.of(1, 1, 1);
        AttemptId two = AttemptId.of(1, 2, 1);
        BlobHash result = success(one).outputs().files().get(0).hash();
        ResultFile both = new ResultFile("same", hash(7005), 9000, false, null);
        ResultFile early = new ResultFile("out.txt", result, 5000, false, null);
        write(submitted(1, spec(3)), assigned(one, N1), assigned(two, N2));
        write(new PartialKept(one, List.of(both, early), at(3)), new PartialKept(two, List.of(both), at(3)));

        write(ended(success(one), N1, at(5), TaskState.DONE, TaskRecord.UNTRIED));

        assertThat(history().ownerUses(ADA, result)).isTrue();
        assertThat(history().ownerUses(ADA, hash(7005))).isTrue();
        write(new JobDeleted(job(1), ADA));
        assertThat(history().partials(job(1), Ordinals.range(1, 3), 10)).isEmpty();
        assertThat(history().ownerUses(ADA, hash(7005))).isFalse();
    }

    @Test
    default void files_that_an_attempt_has_no_longer_are_forgotten_and_nobody_elses() throws StoreException {
        AttemptId first = AttemptId.of(1, 2, 1);
        AttemptId second = AttemptId.of(1, 2, 2);
        write(submitted(1, spec(3)), assigned(first, N1), assigned(second, N2));
        write(new PartialKept(first, List.of(blob("a", 7401)), at(3)));
        write(new PartialKept(second, List.of(blob("a", 7402), blob("b", 7403)), at(4)));

        write(new PartialKept(second, List.of(blob("c", 7404)), List.of("a", "never"), at(5)));

        assertThat(history().partials(first, 10)).hasSize(1);
        assertThat(history().partials(second, 10))
                .containsExactly(
                        new History.PartialRow(second, blob("b", 7403), at(4)),
                        new History.PartialRow(second, blob("c", 7404), at(5)));
        assertThat(history().ownerUses(ADA, hash(7402))).isFalse();
        assertThat(history().ownerUses(ADA, hash(7403))).isTrue();

        write(new PartialKept(second, List.of(), List.of("b", "c"), at(6)));

        assertThat(history().partials(second, 10)).isEmpty();
        assertThat(history().leavers(job(1), Ordinals.range(1, 3), 10)).containsExactly(first);
        assertThat(history().ownerUses(ADA, hash(7401))).isTrue();
        assertThat(history().ownerUses(ADA, hash(7404))).isFalse();
    }

    @Test
    default void a_list_of_outputs_comes_back_as_a_list_and_what_it_names_belongs_to_the_owner() throws StoreException {
        AttemptId attempt = AttemptId.of(1, 1, 1);
        ResultFile list = new ResultFile(Outputs.LIST, hash(8001), 900_000, false, null);
        ResultFile named = new ResultFile("d/large", hash(8002), 70_000, false, null);
        AttemptReport told = success(attempt).with(Outputs.listed(list));
        AttemptReport read = told.with(told.outputs().read(List.of(named)));

        write(submitted(1, spec(3)), assigned(attempt, N1), ended(read, N1, at(9), TaskState.DONE, TaskRecord.UNTRIED));

        History.AttemptRow row = history().attempts(job(1), Ordinals.one(1), 10).get(0);
        assertThat(read.digest()).isEqualTo(told.digest());
        assertThat(row.report()).isNotNull();
        assertThat(row.report().outputs()).isEqualTo(Outputs.listed(list));
        assertThat(history().ownerUses(ADA, hash(8001))).isTrue();
        assertThat(history().ownerUses(ADA, hash(8002))).isTrue();
    }

    @Test
    default void an_owner_uses_inputs_entry_files_and_large_results_of_own_jobs() throws StoreException {
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

        write(new JobDeleted(job(1), ADA));
        assertThat(history().ownerUses(ADA, hash(1))).isFalse();
        assertThat(history().ownerUses(ADA, hash(101))).isFalse();
    }

    @Test
    default void a_node_needs_the_inputs_of_jobs_that_it_runs_and_no_results() throws StoreException {
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
    default void files_that_tasks_take_of_others_belong_to_their_job_too() throws StoreException {
        write(submitted(1, spec(3)), assigned(AttemptId.of(1, 2, 1), N1));
        assertThat(history().nodeNeeds(N1, hash(9))).isFalse();

        write(new FilesTaken(job(1), List.of(new InputFile("parts/1/x", hash(9), 1, false))));

        assertThat(history().nodeNeeds(N1, hash(9))).isTrue();
        assertThat(history().unused(List.of(hash(9)))).isEmpty();
        write(new JobDeleted(job(1), ADA));
        assertThat(history().unused(List.of(hash(9)))).containsExactly(hash(9));
    }

    @Test
    default void inputs_that_were_replaced_stay_readable_for_attempts_that_started_with_them() throws StoreException {
        write(submitted(1, spec(3)), assigned(AttemptId.of(1, 2, 1), N1));
        write(new FilesRefreshed(job(1), List.of(new InputFile("size.awk", hash(9), 1, false)), List.of()));

        assertThat(history().nodeNeeds(N1, hash(1))).isTrue();
        assertThat(history().nodeNeeds(N1, hash(9))).isTrue();
        assertThat(history().ownerUses(ADA, hash(9))).isTrue();
    }

    @Test
    default void content_that_several_jobs_of_an_owner_name_counts_once() throws StoreException {
        InputFile large = new InputFile("a", hash(1), 1000, false);
        InputFile small = new InputFile("b", hash(2), 10, false);
        JobSpec both = plainSpec().withInputs(List.of(large, small));
        write(
                submitted(ADA, 1, both),
                submitted(ADA, 2, plainSpec().withInputs(List.of(large))),
                submitted(BOB, 3, both));
        write(submitted(BOB, 4, plainSpec()), assigned(AttemptId.of(1, 1, 1), N1));
        AttemptReport report = success(AttemptId.of(1, 1, 1));
        write(ended(report, N1, at(5), TaskState.DONE, TaskRecord.UNTRIED));
        long outputs = report.files().stream()
                .filter(file -> file.inline() == null)
                .mapToLong(ResultFile::size)
                .sum();

        assertThat(history().use()).containsExactly(new BlobUse(ADA, 2, 1010, outputs), new BlobUse(BOB, 2, 1010, 0));
    }
}
