package org.gleaner.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.store.StoreSamples.ADA;
import static org.gleaner.core.store.StoreSamples.ALL_DONE;
import static org.gleaner.core.store.StoreSamples.BOB;
import static org.gleaner.core.store.StoreSamples.CANCELLED;
import static org.gleaner.core.store.StoreSamples.N1;
import static org.gleaner.core.store.StoreSamples.assigned;
import static org.gleaner.core.store.StoreSamples.at;
import static org.gleaner.core.store.StoreSamples.hash;
import static org.gleaner.core.store.StoreSamples.job;
import static org.gleaner.core.store.StoreSamples.pages;
import static org.gleaner.core.store.StoreSamples.plainSpec;
import static org.gleaner.core.store.StoreSamples.spec;
import static org.gleaner.core.store.StoreSamples.submitted;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.GridEvent.BrakeSet;
import org.gleaner.core.grid.GridEvent.FilesRefreshed;
import org.gleaner.core.grid.GridEvent.HostSaved;
import org.gleaner.core.grid.GridEvent.JobClosed;
import org.gleaner.core.grid.GridEvent.JobDeleted;
import org.gleaner.core.grid.GridEvent.JobReopened;
import org.gleaner.core.grid.GridEvent.JobSubmitted;
import org.gleaner.core.grid.Listing;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a store tells beside the loop of jobs, open and closed, and of their entries. */
public interface JobHistoryContract extends StoreContract {
    Caller ADA_HERSELF = new Caller(ADA, false);
    Caller ADMIN = new Caller(new Owner("root"), true);

    @Test
    default void a_job_is_found_open_and_closed_and_not_when_it_is_deleted() throws StoreException {
        write(submitted(1, spec(3)), assigned(AttemptId.of(1, 2, 1), N1));
        StoredJob open = store().load().jobs().get(0);

        assertThat(history().job(job(1))).contains(open);
        assertThat(history().outline(job(1))).contains(open.outline());
        assertThat(history().owner(job(1))).contains(ADA);

        write(new JobClosed(job(1), ALL_DONE, at(9)));
        assertThat(history().job(job(1))).contains(open);
        assertThat(history().owner(job(1))).contains(ADA);

        write(new JobDeleted(job(1), ADA));
        assertThat(history().job(job(1))).isEmpty();
        assertThat(history().outline(job(1))).isEmpty();
        assertThat(history().owner(job(1))).isEmpty();
        assertThat(history().attempts(job(1), Ordinals.range(1, 3), 10)).isEmpty();
        assertThat(history().entry(job(1), 1)).isEmpty();
    }

    @Test
    default void nothing_is_told_of_what_never_was() throws StoreException {
        assertThat(history().job(job(1))).isEqualTo(Optional.empty());
        assertThat(history().closedJobs(ADMIN, new Selector.All(), 9)).isEmpty();
        assertThat(history().closedJobs(ADMIN, new Selector.Last(), 9)).isEmpty();
        assertThat(history().ownerUses(ADA, hash(1))).isFalse();
    }

    @Test
    default void closed_jobs_are_told_youngest_first_and_only_to_who_may_see_them() throws StoreException {
        write(
                submitted(ADA, 1, spec(3)),
                submitted(BOB, 2, spec(3)),
                submitted(ADA, 3, spec(3).again(job(1), spec(3).array())),
                submitted(ADA, 4, spec(3)));
        write(new BrakeSet(job(1), new Brake(3, 0, "stopped itself")));
        write(closing(1, CANCELLED), closing(2, ALL_DONE), closing(3, ALL_DONE));

        assertThat(closed(ADA_HERSELF, new Selector.All())).containsExactly(job(3), job(1));
        assertThat(closed(ADMIN, new Selector.All())).containsExactly(job(3), job(2), job(1));
        assertThat(closed(ADMIN, Selector.parse("owner:" + ADA))).containsExactly(job(3), job(1));
        assertThat(closed(ADMIN, Selector.parse("owner:*"))).containsExactly(job(3), job(2), job(1));
        assertThat(closed(ADA_HERSELF, Selector.parse("owner:" + BOB))).isEmpty();
        assertThat(history().closedJobs(ADMIN, new Selector.All(), 2)).hasSize(2);
        assertThat(history().closedJobs(ADA_HERSELF, new Selector.OneJob(job(1)), 9))
                .containsExactly(new JobSummary(
                        job(1),
                        "sweep",
                        "awk",
                        ADA,
                        at(1),
                        CANCELLED,
                        "stopped itself",
                        at(101),
                        null,
                        null,
                        false,
                        false,
                        false));
        assertThat(history().closedJobs(ADA_HERSELF, new Selector.OneJob(job(3)), 9))
                .extracting(JobSummary::origin)
                .containsExactly(job(1));
    }

    @Test
    default void closed_jobs_are_listed_by_their_ends_too_in_parts_and_counted() throws StoreException {
        for (int number = 1; number <= 5; number++) {
            write(submitted(ADA, number, spec(3)));
        }
        write(submitted(BOB, 6, spec(3)));
        // Two of them end in the same moment.
        write(ended(4, 101), ended(2, 102), ended(5, 102), ended(1, 103), ended(6, 104));

        assertThat(ends(ADMIN, null, null, null)).containsExactly(job(6), job(1), job(5), job(2), job(4));
        assertThat(ends(ADA_HERSELF, at(102), null, null)).containsExactly(job(1), job(5), job(2));
        assertThat(ends(ADA_HERSELF, null, job(5), at(102))).containsExactly(job(2), job(4));
        assertThat(ends(ADA_HERSELF, null, job(3), null)).hasSize(4);
        ClosedQuery older = new ClosedQuery(ADA_HERSELF, new Selector.All(), Listing.ALL, job(4), 9);
        assertThat(history().closedJobs(older)).extracting(JobSummary::id).containsExactly(job(2), job(1));
        assertThat(history().countClosed(older)).isEqualTo(4);
        assertThat(history().countClosed(ClosedQuery.of(ADMIN, Selector.parse("name:sweep"), 1)))
                .isEqualTo(5);
        assertThat(history().countClosed(ClosedQuery.of(ADMIN, Selector.parse("name:other"), 1)))
                .isZero();
    }

    private static JobClosed ended(long number, long second) {
        return new JobClosed(job(number), ALL_DONE, at(second));
    }

    private List<JobId> ends(
            Caller caller, @Nullable Instant since, @Nullable JobId before, @Nullable Instant endedBefore)
            throws StoreException {
        Listing listing = new Listing(true, true, since, endedBefore, false);
        return history().closedJobs(new ClosedQuery(caller, new Selector.All(), listing, before, 9)).stream()
                .map(JobSummary::id)
                .toList();
    }

    @Test
    default void a_closed_job_whose_problem_was_solved_early_is_done() throws StoreException {
        InputFile state = new InputFile("state", hash(950), 7, false);
        InputFile answer = new InputFile("answer", hash(960), 8, false);
        ArrayShape array = new ArrayShape.Range(1, 3, 1);
        ArrayShape units = new ArrayShape.Listed(3, List.of(), false);
        write(
                submitted(ADA, 1, spec("problem", "awk", units)),
                new HostSaved(job(1), new Hosting(1, state, 1, answer, ""), at(5)),
                submitted(ADA, 2, spec("other", "awk", array)));
        write(closing(1, CANCELLED), closing(2, CANCELLED));

        List<JobSummary> found = history().closedJobs(ADMIN, new Selector.InState(TaskState.DONE), 9);
        assertThat(found).extracting(JobSummary::id).containsExactly(job(1));
        assertThat(found.get(0).solved()).isTrue();
        assertThat(found.get(0).state()).isEqualTo(TaskState.DONE);
        assertThat(closed(ADMIN, new Selector.InState(TaskState.CANCELLED))).containsExactly(job(2));
        assertThat(closed(ADMIN, new Selector.Search("", null, TaskState.DONE, null)))
                .containsExactly(job(1));
    }

    private static JobClosed closing(long number, TaskCounts counts) {
        return new JobClosed(job(number), counts, at(100 + number));
    }

    private List<JobId> closed(Caller caller, Selector selector) throws StoreException {
        return history().closedJobs(caller, selector, 100).stream()
                .map(JobSummary::id)
                .toList();
    }

    @Test
    default void closed_jobs_are_found_by_part_of_their_name_owner_state_and_type_together() throws StoreException {
        ArrayShape array = new ArrayShape.Range(1, 3, 1);
        write(
                submitted(ADA, 1, spec("Sweep 100%", "awk", array)),
                submitted(BOB, 2, spec("sweep_2", "awk", array)),
                submitted(ADA, 3, spec("other sWEEp!", "python", array)));
        write(closing(1, CANCELLED), closing(2, ALL_DONE), closing(3, ALL_DONE));

        assertThat(closed(ADMIN, new Selector.Search("SWEEP", null, null, null)))
                .containsExactly(job(3), job(2), job(1));
        assertThat(closed(ADA_HERSELF, new Selector.Search("sweep", null, null, null)))
                .containsExactly(job(3), job(1));
        assertThat(closed(ADMIN, new Selector.Search("0%", null, null, null))).containsExactly(job(1));
        assertThat(closed(ADMIN, new Selector.Search("p_", null, null, null))).containsExactly(job(2));
        assertThat(closed(ADMIN, new Selector.Search("p!", null, null, null))).containsExactly(job(3));
        assertThat(closed(ADMIN, new Selector.Search("", BOB, null, null))).containsExactly(job(2));
        assertThat(closed(ADA_HERSELF, new Selector.Search("", BOB, null, null)))
                .isEmpty();
        assertThat(closed(ADMIN, new Selector.Search("sweep", ADA, TaskState.DONE, "python")))
                .containsExactly(job(3));
        assertThat(closed(ADMIN, new Selector.Search("sweep", ADA, TaskState.DONE, "awk")))
                .isEmpty();
        assertThat(history().countClosed(ClosedQuery.of(ADMIN, new Selector.Search("we", ADA, null, null), 1)))
                .isEqualTo(2);
    }

    @Test
    default void closed_jobs_are_selected_by_id_name_type_and_state() throws StoreException {
        write(
                submitted(ADA, 1, spec(3)),
                submitted(ADA, 2, plainSpec()),
                submitted(BOB, 3, spec("other", "sh", new ArrayShape.Single())));
        write(closing(1, ALL_DONE), closing(2, CANCELLED), closing(3, ALL_DONE));

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
    default void the_last_job_is_the_callers_youngest_and_closed_only_if_it_is() throws StoreException {
        write(
                submitted(ADA, 1, spec(3)),
                submitted(ADA, 2, spec(3)),
                submitted(BOB, 3, spec(3)),
                closing(1, ALL_DONE),
                closing(2, ALL_DONE));

        assertThat(history().lastJob(ADA)).contains(job(2));
        assertThat(history().lastJob(new Owner("nobody"))).isEmpty();
        assertThat(closed(ADA_HERSELF, new Selector.Last())).containsExactly(job(2));

        write(new JobReopened(history().job(job(2)).orElseThrow()));

        assertThat(closed(ADA_HERSELF, new Selector.Last())).isEmpty();
        assertThat(closed(ADA_HERSELF, new Selector.All())).containsExactly(job(1));
    }

    @Test
    default void entries_are_computed_for_ranges_and_read_for_lists() throws StoreException {
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
    default void refreshed_pages_replace_those_of_their_number() throws StoreException {
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

        write(new JobDeleted(job(1), ADA));

        assertThat(history().entry(job(1), 1026)).isEmpty();
    }
}
