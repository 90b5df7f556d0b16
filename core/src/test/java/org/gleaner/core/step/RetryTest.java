package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ADMIN;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.blob;
import static org.gleaner.core.step.GridFixture.done;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.ClosedJob;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A retry that can't do anything leaves everything as it is. */
final class RetryTest {
    private final GridFixture grid = new GridFixture();
    private final Introduced node = grid.introduce("desk", TWO_SLOTS);

    private Command retry(JobId job, boolean isClosed, Command.@Nullable FreshFiles fresh) throws StoreException {
        List<StoredJob> closed = isClosed ? List.of(grid.store.job(job).orElseThrow()) : List.of();
        return new Command.ChangeJobs(ANNA, Verb.RETRY, new Selector.OneJob(job), closed, fresh);
    }

    private List<ClosedJob> closed() throws StoreException {
        return grid.store.closedBefore(grid.now().plusSeconds(1), false, 10);
    }

    @Test
    void a_closed_job_without_a_cancelled_task_is_not_opened_again_and_ages_on() throws StoreException {
        JobId id = grid.submit(array(2));
        List<Start> starts = grid.orders(node).start();
        grid.commit(node, done(starts.get(0).attempt()), done(starts.get(1).attempt()));
        List<ClosedJob> before = closed();
        grid.send(new Command.RetireJobs(before, true));
        grid.pass(Duration.ofSeconds(10));

        Reply.Changed changed = grid.ask(retry(id, true, null), Reply.Changed.class);

        assertThat(changed.jobs()).containsExactly(new Reply.JobChange(id, 0, 2));
        assertThat(closed()).isEqualTo(before);
        assertThat(grid.store.retired(id)).isPresent();
    }

    @Test
    void a_closed_job_is_not_opened_again_for_files_that_are_not_there() throws StoreException {
        JobId id = grid.submit(array(2));
        grid.change(Verb.CANCEL, "1");
        List<ClosedJob> before = closed();
        grid.pass(Duration.ofSeconds(10));

        Command.FreshFiles fresh = new Command.FreshFiles(List.of(file(1)), List.of(), List.of(blob(1)), QuotaUse.NONE);
        Reply.Refused refused = grid.ask(retry(id, true, fresh), Reply.Refused.class);

        assertThat(refused.why()).isEqualTo(new Rejection.MissingBlobs(List.of(blob(1))));
        assertThat(closed()).isEqualTo(before);
    }

    @Test
    void new_entries_are_refused_unless_every_task_of_their_page_has_one() throws StoreException {
        JobSpec plain = array(1);
        JobSpec spec = new JobSpec(
                plain.name(),
                plain.type(),
                plain.command(),
                new ArrayShape.Listed(2),
                List.of(),
                List.of(),
                plain.needs(),
                plain.limits());
        JobId id = grid.ask(new Command.Submit(ANNA, spec, List.of(page(0, 2)), null, List.of()), Reply.Submitted.class)
                .job();
        grid.change(Verb.BLOCK, "1");

        for (EntryPage wrong : List.of(page(0, 1), page(0, 3), page(1, 1), page(Integer.MAX_VALUE, 1))) {
            Command.FreshFiles fresh = new Command.FreshFiles(List.of(), List.of(wrong), List.of(), QuotaUse.NONE);
            Reply.Refused refused = grid.ask(retry(id, false, fresh), Reply.Refused.class);
            assertThat(refused.why()).isInstanceOf(Rejection.InvalidSpec.class);
        }
        Command.FreshFiles whole = new Command.FreshFiles(List.of(), List.of(page(0, 2)), List.of(), QuotaUse.NONE);
        grid.ask(retry(id, false, whole), Reply.Changed.class);
    }

    @Test
    void new_versions_of_files_count_for_the_quota_as_submitted_ones_do() throws StoreException {
        JobId id = grid.submit(array(1));
        grid.change(Verb.BLOCK, "1");
        grid.send(new Command.ChangeSetting(ADMIN, Setting.QUOTA_OWNER.word(), "1K"));

        Command.FreshFiles fresh =
                new Command.FreshFiles(List.of(file(1)), List.of(), List.of(), new QuotaUse(1000, 1000, 100));
        Reply.Refused refused = grid.ask(retry(id, false, fresh), Reply.Refused.class);

        assertThat(refused.why()).isEqualTo(new Rejection.QuotaExceeded(ANNA.owner(), 1000, 100, 1024));
    }

    private static InputFile file(int number) {
        return new InputFile("in.txt", blob(number), 100, false);
    }

    private static EntryPage page(int number, int entries) {
        return new EntryPage(number, Collections.nCopies(entries, new Entry("x", List.of())));
    }
}
