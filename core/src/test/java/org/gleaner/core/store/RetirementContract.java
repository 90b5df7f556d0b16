package org.gleaner.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.store.StoreSamples.ADA;
import static org.gleaner.core.store.StoreSamples.ALL_DONE;
import static org.gleaner.core.store.StoreSamples.CANCELLED;
import static org.gleaner.core.store.StoreSamples.N1;
import static org.gleaner.core.store.StoreSamples.assigned;
import static org.gleaner.core.store.StoreSamples.at;
import static org.gleaner.core.store.StoreSamples.ended;
import static org.gleaner.core.store.StoreSamples.hash;
import static org.gleaner.core.store.StoreSamples.job;
import static org.gleaner.core.store.StoreSamples.plainSpec;
import static org.gleaner.core.store.StoreSamples.spec;
import static org.gleaner.core.store.StoreSamples.submitted;
import static org.gleaner.core.store.StoreSamples.success;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.GridEvent.JobClosed;
import org.gleaner.core.grid.GridEvent.JobDeleted;
import org.gleaner.core.grid.GridEvent.JobReopened;
import org.gleaner.core.grid.GridEvent.JobRetired;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.ClosedJob;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TakenFile;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Turn;
import org.junit.jupiter.api.Test;

/** Old jobs are found, and go with their files or without. */
public interface RetirementContract extends StoreContract {
    @Test
    default void old_jobs_are_found_oldest_first_and_those_whose_files_are_gone_only_if_wanted() throws StoreException {
        write(
                submitted(ADA, 1, spec(3)),
                submitted(ADA, 2, spec(3)),
                submitted(ADA, 3, spec(3)),
                submitted(ADA, 4, spec(3)));
        write(new JobClosed(job(2), ALL_DONE, at(10)), new JobClosed(job(1), ALL_DONE, at(20)));
        write(new JobClosed(job(3), ALL_DONE, at(30)));

        assertThat(history().closedBefore(at(30), true, 9)).containsExactly(closedAt(2, 10), closedAt(1, 20));
        assertThat(history().closedBefore(at(30), true, 1)).containsExactly(closedAt(2, 10));

        write(new JobRetired(job(2), ADA, at(10), at(40), true));
        assertThat(history().closedBefore(at(30), true, 9)).containsExactly(closedAt(1, 20));
        assertThat(history().closedBefore(at(30), false, 9)).containsExactly(closedAt(2, 10), closedAt(1, 20));
        assertThat(history().retired(job(2))).contains(at(40));
        assertThat(history().retired(job(1))).isEmpty();
        assertThat(history().retired(job(77))).isEmpty();
    }

    @Test
    default void jobs_of_whose_results_an_open_one_takes_files_are_not_found() throws StoreException {
        JobSpec taking = plainSpec()
                .withTurn(Turn.USUAL.after(List.of(
                        new Predecessor(job(1), Ordinals.range(1, 1), false).with(List.of(new TakenFile("a", ""))),
                        new Predecessor(job(1), Ordinals.range(2, 2), false).with(List.of(new TakenFile("a", ""))),
                        new Predecessor(job(2), Ordinals.range(1, 1), false))));
        write(submitted(ADA, 1, spec(3)), submitted(ADA, 2, spec(3)), submitted(ADA, 3, taking));
        write(new JobClosed(job(1), ALL_DONE, at(10)), new JobClosed(job(2), ALL_DONE, at(20)));

        assertThat(history().closedBefore(at(99), true, 9)).containsExactly(closedAt(2, 20));
        assertThat(history().closedBefore(at(99), false, 9)).containsExactly(closedAt(2, 20));

        write(new JobClosed(job(3), ALL_DONE, at(30)));
        assertThat(history().closedBefore(at(99), true, 9))
                .containsExactly(closedAt(1, 10), closedAt(2, 20), closedAt(3, 30));
    }

    private static ClosedJob closedAt(long number, long time) {
        return new ClosedJob(job(number), ADA, at(time));
    }

    @Test
    default void a_retired_job_is_gone_with_all_that_belongs_to_it() throws StoreException {
        write(submitted(1, spec(3)), assigned(AttemptId.of(1, 1, 1), N1));
        write(ended(success(AttemptId.of(1, 1, 1)), N1, at(5), TaskState.DONE, TaskRecord.UNTRIED));
        write(new JobClosed(job(1), ALL_DONE, at(10)), new JobRetired(job(1), ADA, at(10), at(40), false));

        assertThat(history().job(job(1))).isEmpty();
        assertThat(history().attempts(job(1), Ordinals.range(1, 3), 10)).isEmpty();
        assertThat(history().ownerUses(ADA, spec(3).files().get(0).hash())).isFalse();
        assertThat(history().use()).isEmpty();
        assertThat(store().load().nextJob()).isEqualTo(2);
    }

    @Test
    default void a_job_that_was_opened_again_or_closed_again_is_not_retired() throws StoreException {
        write(submitted(1, spec(3)), new JobClosed(job(1), CANCELLED, at(10)));
        StoredJob seen = history().job(job(1)).orElseThrow();

        write(new JobReopened(seen), new JobRetired(job(1), ADA, at(10), at(40), false));
        assertThat(store().load().jobs()).containsExactly(seen);

        write(new JobClosed(job(1), CANCELLED, at(50)), new JobRetired(job(1), ADA, at(10), at(60), false));
        write(new JobRetired(job(1), ADA, at(10), at(60), true));
        assertThat(history().job(job(1))).contains(seen);
        assertThat(history().retired(job(1))).isEmpty();
        assertThat(history().closedBefore(at(99), true, 9)).containsExactly(closedAt(1, 50));
    }

    @Test
    default void without_its_files_a_job_names_inputs_only_while_a_task_can_be_retried() throws StoreException {
        BlobHash input = spec(3).files().get(0).hash();
        write(submitted(1, spec(3)), submitted(2, spec(3)), assigned(AttemptId.of(1, 1, 1), N1));
        AttemptReport report = success(AttemptId.of(1, 1, 1));
        write(ended(report, N1, at(5), TaskState.DONE, TaskRecord.UNTRIED));
        BlobHash output = report.blobs().get(0);
        write(new JobClosed(job(1), CANCELLED, at(10)), new JobClosed(job(2), ALL_DONE, at(10)));
        assertThat(history().unused(List.of(input, output, hash(4711)))).containsExactly(hash(4711));
        assertThat(named())
                .containsEntry(input, spec(3).files().get(0).size())
                .containsEntry(output, report.files().get(0).size());

        write(new JobRetired(job(1), ADA, at(10), at(40), true));
        assertThat(history().unused(List.of(input, output))).containsExactly(output);
        write(new JobDeleted(job(2), ADA));
        assertThat(history().unused(List.of(input, output))).containsExactly(output);

        write(new JobReopened(history().job(job(1)).orElseThrow()), new JobClosed(job(1), ALL_DONE, at(50)));
        assertThat(history().retired(job(1))).as("it may have new files").isEmpty();
        write(new JobRetired(job(1), ADA, at(50), at(60), true));
        assertThat(history().unused(List.of(input, output))).containsExactly(input, output);
        assertThat(named()).doesNotContainKeys(input, output);
    }

    private Map<BlobHash, Long> named() throws StoreException {
        Map<BlobHash, Long> all = new TreeMap<>();
        for (int first = 0; first < 256; first++) {
            String begin = String.format(Locale.ROOT, "%02x", first);
            Map<BlobHash, Long> some = history().named(first);
            assertThat(some.keySet()).allSatisfy(hash -> assertThat(hash.hex()).startsWith(begin));
            all.putAll(some);
        }
        return all;
    }
}
