package org.gleaner.core.desk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Listing;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Remark;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Bundle;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Terms;
import org.gleaner.core.job.Turn;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.step.BatchStep;
import org.gleaner.core.store.InMemoryStore;
import org.gleaner.core.store.StoreSamples;
import org.junit.jupiter.api.Test;

class DeskTest {
    /** Nothing here takes files of others. */
    private static final class NoResults implements ResultShelf {
        @Override
        public boolean each(ResultFile list, Visitor visitor) {
            return false;
        }

        @Override
        public Hold hold() {
            return Hold.LOOKING;
        }
    }

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Caller ANNA = new Caller(new Owner("anna"), false);
    private static final Caller BOB = new Caller(new Owner("bob"), false);
    private static final Terms TERMS = new Terms(1, null, null, null, null, null, null, null, null, null);
    private static final Introduction LAB = new Introduction(
            new NodeFacts("lab", "linux", "x64", 4, Duration.ZERO, "0.2.0"),
            new Capacity(4, MemorySize.parse("1G")),
            List.of());

    private final InMemoryStore store = new InMemoryStore();
    private final BatchStep step = new BatchStep(store, new SplittableRandom(1));
    private final Desk desk = new Desk(store, new NoResults(), 1);

    private Reply say(Command command) throws StoreException {
        return follow(desk.take(command));
    }

    private Reply follow(Errand begun) throws StoreException {
        Errand errand = begun;
        while (errand instanceof Errand.Ask ask) {
            Reply reply = said(ask.command());
            ask.decided().run();
            errand = ask.then().on(reply);
        }
        return ((Errand.Done) errand).reply();
    }

    private Reply said(Command command) {
        return step.run(List.of(new AddressedCommand(new Address(1), command)), NOW)
                .replies()
                .get(0)
                .reply();
    }

    private JobId submit(int tasks) throws StoreException {
        return ((Reply.Submitted) say(new Command.Submit(ANNA, StoreSamples.modest(tasks), List.of(), null, List.of())))
                .job();
    }

    private JobId closed() throws StoreException {
        JobId job = submit(1);
        assertThat(say(change(Verb.CANCEL, new Selector.OneJob(job)))).isInstanceOf(Reply.Changed.class);
        return job;
    }

    private static Command change(Verb verb, Selector selector) {
        return new Command.ChangeJobs(ANNA, verb, selector, List.of(), null);
    }

    private static Rejection refused(Reply reply) {
        return ((Reply.Refused) reply).why();
    }

    @Test
    void an_admin_changes_jobs_of_others_only_by_number_or_by_owner() throws StoreException {
        Caller admin = new Caller(new Owner("root"), true);
        JobId hers = submit(1);
        Command.Submit submitted = new Command.Submit(admin, StoreSamples.modest(1), List.of(), null, List.of());
        JobId own = ((Reply.Submitted) say(submitted)).job();

        for (String broad : List.of("all", "name:" + nameOf(hers), "type:" + typeOf(hers), "state:ready")) {
            assertThat(changed(admin, Verb.PAUSE, broad)).as(broad).containsExactly(own);
            assertThat(changed(admin, Verb.RESUME, "all")).as(broad).containsExactly(own);
        }
        assertThat(changed(admin, Verb.PAUSE, hers.toString())).containsExactly(hers);
        assertThat(changed(admin, Verb.RESUME, "owner:anna")).containsExactly(hers);
        assertThat(changed(admin, Verb.PAUSE, "owner:*")).containsExactly(hers, own);
        assertThat(changed(ANNA, Verb.RESUME, "owner:*")).containsExactly(hers);
        assertThat(refused(say(change(ANNA, Verb.CANCEL, "owner:root"))))
                .isEqualTo(new Rejection.NothingSelected("cancel"));

        Reply.Adjusted adjusted = (Reply.Adjusted) say(new Command.Adjust(admin, new Selector.All(), TERMS));
        assertThat(adjusted.jobs()).containsExactly(own);
    }

    @Test
    void an_admin_deletes_or_retries_closed_jobs_of_others_only_by_number() throws StoreException {
        Caller admin = new Caller(new Owner("root"), true);
        JobId hers = closed();

        assertThat(refused(say(change(admin, Verb.RETRY, "state:cancelled"))))
                .isEqualTo(new Rejection.NothingSelected("retry", true));
        assertThat(refused(say(change(admin, Verb.DELETE, "owner:anna"))))
                .isEqualTo(new Rejection.NothingSelected("delete"));
        assertThat(changed(admin, Verb.DELETE, hers.toString())).containsExactly(hers);
    }

    @Test
    void an_admin_who_names_no_owner_is_told_that_jobs_of_others_are_left_out_and_a_user_is_not()
            throws StoreException {
        Caller admin = new Caller(new Owner("root"), true);
        JobId hers = submit(1);

        for (String broad : List.of("all", "name:" + nameOf(hers), "state:ready")) {
            assertThat(refused(say(change(admin, Verb.CANCEL, broad))))
                    .as(broad)
                    .isEqualTo(new Rejection.NothingSelected("cancel", true));
            assertThat(refused(say(change(BOB, Verb.CANCEL, broad))))
                    .as(broad)
                    .isEqualTo(new Rejection.NothingSelected("cancel"));
        }
        assertThat(refused(say(new Command.Adjust(admin, new Selector.All(), TERMS))))
                .isEqualTo(new Rejection.NothingSelected("set", true));
    }

    private List<JobId> changed(Caller caller, Verb verb, String selector) throws StoreException {
        Reply.Changed changed = (Reply.Changed) say(change(caller, verb, selector));
        return changed.jobs().stream().map(Reply.JobChange::job).toList();
    }

    private static Command change(Caller caller, Verb verb, String selector) {
        return new Command.ChangeJobs(caller, verb, Selector.parse(selector), List.of(), null);
    }

    private String nameOf(JobId job) throws StoreException {
        return store.outline(job).orElseThrow().spec().name();
    }

    private String typeOf(JobId job) throws StoreException {
        return store.outline(job).orElseThrow().spec().type();
    }

    @Test
    void last_means_a_closed_job_too() throws StoreException {
        JobId job = closed();

        Reply.Jobs listed = (Reply.Jobs) say(new Question.ListJobs(ANNA, new Selector.Last()));
        Reply.Changed changed = (Reply.Changed) say(change(Verb.RETRY, new Selector.Last()));

        assertThat(listed.jobs()).extracting(Reply.JobSummary::id).containsExactly(job);
        assertThat(changed.jobs()).extracting(Reply.JobChange::changed).containsExactly(1);
        assertThat(refused(say(new Question.AskWhy(BOB, new Selector.Last()))))
                .isEqualTo(new Rejection.NothingSelected("explain"));
    }

    @Test
    void a_job_runs_tasks_again_only_of_an_older_job_of_the_callers() throws StoreException {
        JobId first = closed();
        JobSpec again =
                StoreSamples.modest(1).again(first, StoreSamples.modest(1).array());
        JobId next = new JobId(first.value() + 1);
        JobSpec itself = again.again(next, again.array());

        assertThat(refused(say(new Command.Submit(ANNA, itself, List.of(), null, List.of()))))
                .isEqualTo(new Rejection.UnknownJob(next, true));
        assertThat(refused(say(new Command.Submit(BOB, again, List.of(), null, List.of()))))
                .isEqualTo(new Rejection.UnknownJob(first, true));
        assertThat(say(new Command.Submit(ANNA, again, List.of(), null, List.of())))
                .isInstanceOf(Reply.Submitted.class);
    }

    @Test
    void who_repeats_a_submission_hears_of_the_job_although_it_would_not_be_taken_any_more() throws StoreException {
        JobId first = closed();
        JobSpec again =
                StoreSamples.modest(1).again(first, StoreSamples.modest(1).array());
        Command.Submit submit =
                new Command.Submit(ANNA, again, List.of(), new SubmissionKey(ANNA.owner(), "k", 1), List.of());
        JobId taken = ((Reply.Submitted) say(submit)).job();
        say(change(Verb.DELETE, new Selector.OneJob(first)));
        Reply full = new Reply.Unavailable(Reply.Unavailable.Why.NOTHING_WRITTEN, true);
        Command.Submit other =
                new Command.Submit(ANNA, again, List.of(), new SubmissionKey(ANNA.owner(), "l", 1), List.of());

        assertThat(say(submit)).isEqualTo(new Reply.Submitted(taken, 1, true));
        assertThat(say(submit.orElse(full))).isEqualTo(new Reply.Submitted(taken, 1, true));
        assertThat(refused(say(other))).isEqualTo(new Rejection.UnknownJob(first, true));
        Command.Submit plain = new Command.Submit(ANNA, StoreSamples.modest(1), List.of(), other.key(), List.of());
        assertThat(say(plain.orElse(full))).isEqualTo(full);
    }

    @Test
    void a_job_that_closes_just_after_the_look_is_found_at_the_second_one() throws StoreException {
        JobId job = submit(1);
        Errand begun = desk.take(change(Verb.RETRY, new Selector.OneJob(job)));
        say(change(Verb.CANCEL, new Selector.OneJob(job)));

        Reply.Changed changed = (Reply.Changed) follow(begun);

        assertThat(changed.jobs()).containsExactly(new Reply.JobChange(job, 1, 0));
    }

    @Test
    void a_verb_on_very_many_jobs_lets_others_through_and_leaves_out_what_comes_meanwhile() throws StoreException {
        List<JobId> jobs = many(2_500);
        Errand.Ask first = (Errand.Ask) desk.take(change(Verb.PAUSE, new Selector.All()));
        Errand second = first.then().on(said(first.command()));
        JobId late = submit(1);

        Reply.Changed changed = (Reply.Changed) follow(second);

        assertThat(second).isInstanceOf(Errand.Ask.class);
        assertThat(changed.jobs()).extracting(Reply.JobChange::job).containsExactlyElementsOf(jobs);
        assertThat(changed.jobs()).extracting(Reply.JobChange::changed).containsOnly(1);
        assertThat(say(change(Verb.PAUSE, new Selector.OneJob(late))))
                .isEqualTo(new Reply.Changed(Verb.PAUSE, List.of(new Reply.JobChange(late, 1, 0))));
    }

    @Test
    void a_verb_on_very_many_jobs_that_breaks_off_can_be_repeated() throws StoreException {
        List<JobId> jobs = many(2_500);
        Errand.Ask first = (Errand.Ask) desk.take(change(Verb.CANCEL, new Selector.All()));
        Errand.Ask second = (Errand.Ask) first.then().on(said(first.command()));
        Reply away = new Reply.Unavailable(Reply.Unavailable.Why.NOTHING_WRITTEN);

        Errand told = second.then().on(away);
        Reply.Changed again = (Reply.Changed) say(change(Verb.CANCEL, new Selector.All()));

        assertThat(told).isEqualTo(new Errand.Done(new Reply.Halfway(1_000, away)));
        assertThat(again.jobs())
                .extracting(Reply.JobChange::job)
                .isSubsetOf(jobs)
                .hasSizeLessThan(jobs.size());
        assertThat(refused(say(change(Verb.CANCEL, new Selector.All()))))
                .isEqualTo(new Rejection.NothingSelected("cancel"));
    }

    private Errand.Ask next(Errand.Ask ask) throws StoreException {
        Reply reply = said(ask.command());
        ask.decided().run();
        return (Errand.Ask) ask.then().on(reply);
    }

    @Test
    void a_retry_of_very_many_jobs_takes_closed_ones_too_and_leaves_out_what_comes_meanwhile() throws StoreException {
        JobId closed = closed();
        List<JobId> jobs = new ArrayList<>(many(2_500));
        say(change(Verb.BLOCK, new Selector.All()));
        Selector named = new Selector.Named(StoreSamples.modest(1).name());
        Errand.Ask second = next((Errand.Ask) desk.take(change(Verb.RETRY, named)));
        submit(1);

        Reply.Changed changed = (Reply.Changed) follow(next(second));

        jobs.add(0, closed);
        assertThat(changed.jobs()).extracting(Reply.JobChange::job).containsExactlyElementsOf(jobs);
        assertThat(changed.jobs()).extracting(Reply.JobChange::changed).containsOnly(1);
    }

    @Test
    void more_closed_jobs_than_one_change_takes_are_retried_in_several() throws StoreException {
        List<JobId> jobs = many(2_500);
        JobId last = submitAfter(jobs.get(0), Predecessor.When.DONE);
        say(change(Verb.CANCEL, new Selector.All()));
        Selector named = new Selector.Named(StoreSamples.modest(1).name());

        Reply.Changed changed = (Reply.Changed) say(change(Verb.RETRY, named));

        assertThat(changed.jobs()).hasSize(2_501).allMatch(job -> job.changed() == 1 && job.left() == 0);
        assertThat(changed.jobs())
                .extracting(Reply.JobChange::job)
                .startsWith(jobs.get(0))
                .endsWith(last);
        assertThat(step.state().orElseThrow().stored().jobs()).hasSize(2_501);
    }

    @Test
    void how_many_closed_jobs_were_retried_is_told_if_it_can_not_go_on() throws StoreException {
        many(2_500);
        say(change(Verb.CANCEL, new Selector.All()));
        Selector named = new Selector.Named(StoreSamples.modest(1).name());
        Errand.Ask second = next((Errand.Ask) desk.take(change(Verb.RETRY, named)));
        Reply away = new Reply.Unavailable(Reply.Unavailable.Why.NOTHING_WRITTEN);

        assertThat(second.then().on(away)).isEqualTo(new Errand.Done(new Reply.Halfway(1_000, away)));
    }

    @Test
    void a_job_is_retried_with_the_one_that_it_waits_for_though_they_are_far_apart() throws StoreException {
        JobId first = submit(2);
        many(1_500);
        JobId last = submitAfter(first, Predecessor.When.DONE);
        say(change(Verb.BLOCK, new Selector.All()));
        say(change(Verb.CANCEL, Selector.parse(first + ".1")));
        assertThat(say(change(Verb.RETRY, Selector.parse("state:blocked")))).isInstanceOf(Reply.Changed.class);

        Reply.Changed changed = (Reply.Changed) say(change(Verb.RETRY, Selector.parse("state:cancelled")));

        assertThat(changed.jobs()).containsExactly(new Reply.JobChange(first, 1, 0), new Reply.JobChange(last, 1, 0));
    }

    @Test
    void very_many_jobs_are_deleted_in_several_steps_and_those_that_wait_for_others_before_these()
            throws StoreException {
        JobId first = submit(1);
        many(2_500);
        submitAfter(first, Predecessor.When.DONE);
        say(change(Verb.BLOCK, new Selector.All()));

        Reply.Changed changed = (Reply.Changed) say(change(Verb.DELETE, new Selector.All()));

        assertThat(changed.jobs()).hasSize(2_502).allMatch(job -> job.changed() == 1 && job.left() == 0);
        assertThat(step.state().orElseThrow().stored().jobs()).isEmpty();
    }

    @Test
    void more_closed_jobs_than_one_change_takes_are_deleted_in_several_with_those_that_are_open()
            throws StoreException {
        List<JobId> jobs = many(2_500);
        say(change(Verb.CANCEL, new Selector.All()));
        JobId open = submitAfter(jobs.get(0), Predecessor.When.ANY);
        say(change(Verb.BLOCK, new Selector.OneJob(open)));
        Selector named = new Selector.Named(StoreSamples.modest(1).name());

        Reply.Changed changed = (Reply.Changed) say(change(Verb.DELETE, named));

        assertThat(changed.jobs()).hasSize(2_501).allMatch(job -> job.changed() == 1 && job.left() == 0);
        assertThat(changed.jobs())
                .extracting(Reply.JobChange::job)
                .startsWith(jobs.get(0))
                .endsWith(open);
        assertThat(refused(say(change(Verb.DELETE, named)))).isEqualTo(new Rejection.NothingSelected("delete"));
    }

    @Test
    void how_many_closed_jobs_were_deleted_is_told_if_it_can_not_go_on() throws StoreException {
        List<JobId> jobs = many(2_500);
        say(change(Verb.CANCEL, new Selector.All()));
        Selector named = new Selector.Named(StoreSamples.modest(1).name());
        Errand.Ask second = next((Errand.Ask) desk.take(change(Verb.DELETE, named)));
        Reply away = new Reply.Unavailable(Reply.Unavailable.Why.NOTHING_WRITTEN);

        assertThat(second.then().on(away)).isEqualTo(new Errand.Done(new Reply.Halfway(1_000, away)));
        assertThat(store.closedJobs(ANNA, named, 5_000))
                .extracting(Reply.JobSummary::id)
                .as("the youngest are gone")
                .containsExactlyInAnyOrderElementsOf(jobs.subList(0, 1_500));
    }

    @Test
    void of_very_many_jobs_none_is_deleted_if_one_cannot_be() throws StoreException {
        JobId first = submit(1);
        many(2_500);
        say(change(Verb.BLOCK, new Selector.All()));
        say(change(Verb.UNBLOCK, new Selector.OneJob(first)));

        Rejection why = refused(say(change(Verb.DELETE, new Selector.All())));

        assertThat(why)
                .isEqualTo(new Rejection.IllegalTransition(first, "delete", new Rejection.Obstacle.StillToRun(1)));
        assertThat(step.state().orElseThrow().stored().jobs()).hasSize(2_501);
    }

    @Test
    void a_job_that_somebody_lets_go_on_while_very_many_are_deleted_is_left_with_what_it_waits_for()
            throws StoreException {
        List<JobId> jobs = many(2_500);
        JobId last = submitAfter(jobs.get(0), Predecessor.When.DONE);
        say(change(Verb.BLOCK, new Selector.All()));
        Errand.Ask earnest = (Errand.Ask) desk.take(change(Verb.DELETE, new Selector.All()));
        while (!(earnest.command() instanceof Command.ChangeMany many)
                || many.stretch().trial()) {
            earnest = next(earnest);
        }
        say(change(Verb.UNBLOCK, new Selector.OneJob(last)));

        Reply.Changed changed = (Reply.Changed) follow(earnest);

        assertThat(changed.jobs().stream().filter(job -> job.changed() == 0))
                .containsExactly(new Reply.JobChange(jobs.get(0), 0, 1), new Reply.JobChange(last, 0, 1));
        assertThat(step.state().orElseThrow().stored().jobs()).hasSize(2);
    }

    @Test
    void very_many_jobs_get_new_terms_in_several_steps_or_none_does() throws StoreException {
        List<JobId> jobs = many(2_500);
        Selector all = new Selector.All();
        Terms later = new Terms(2, null, null, null, null, null, null, null, NOW.plusSeconds(60), null);

        Reply.Adjusted adjusted = (Reply.Adjusted) say(new Command.Adjust(ANNA, all, TERMS));
        Rejection why = refused(say(new Command.Adjust(ANNA, all, later)));

        assertThat(adjusted).isEqualTo(new Reply.Adjusted(jobs));
        assertThat(why.code()).isEqualTo("illegal-transition");
        assertThat(step.state().orElseThrow().stored().jobs())
                .allMatch(job -> job.spec().turn().priority() == 1);
    }

    private List<JobId> many(int jobs) throws StoreException {
        List<Bundle.Member> members =
                Collections.nCopies(jobs, new Bundle.Member(StoreSamples.modest(1), List.of(), List.of()));
        return ((Reply.SubmittedAll) say(
                        new Command.SubmitAll(ANNA, new Bundle(members), null, List.of(), List.of(), QuotaUse.NONE)))
                .jobs();
    }

    @Test
    void one_closed_job_is_not_opened_by_two_calls_at_once() throws StoreException {
        JobId job = closed();
        Command retry = change(Verb.RETRY, new Selector.OneJob(job));
        Errand first = desk.take(retry);

        Rejection second = refused(say(retry));
        Reply done = follow(first);

        assertThat(second.code()).isEqualTo("illegal-transition");
        assertThat(done).isInstanceOf(Reply.Changed.class);
        assertThat(say(retry)).isInstanceOf(Reply.Changed.class);
    }

    @Test
    void whoever_means_jobs_that_are_over_is_not_told_that_there_are_none() throws StoreException {
        JobId job = closed();
        Selector named = new Selector.Named(StoreSamples.modest(1).name());

        assertThat(refused(say(change(Verb.PAUSE, named))))
                .isEqualTo(new Rejection.IllegalTransition(job, "pause", Rejection.Obstacle.Plain.ALL_OVER));
        assertThat(refused(say(new Command.Adjust(ANNA, named, TERMS))))
                .isEqualTo(new Rejection.IllegalTransition(job, "set", Rejection.Obstacle.Plain.ALL_OVER));
        assertThat(refused(say(new Command.Adjust(BOB, named, TERMS)))).isEqualTo(new Rejection.NothingSelected("set"));
    }

    @Test
    void all_means_the_open_jobs_unless_everything_is_asked_for() throws StoreException {
        JobId closed = closed();
        JobId open = submit(2);
        Selector all = new Selector.All();

        Reply.Jobs selected = (Reply.Jobs) say(new Question.ListJobs(ANNA, all));
        Reply.Jobs everything = (Reply.Jobs) say(new Question.ListJobs(ANNA, all, null, 9, Listing.ALL));
        Reply.Jobs cancelled = (Reply.Jobs) say(new Question.ListJobs(ANNA, new Selector.InState(TaskState.CANCELLED)));

        assertThat(selected.jobs()).extracting(Reply.JobSummary::id).containsExactly(open);
        assertThat(everything.jobs()).extracting(Reply.JobSummary::id).containsExactly(open, closed);
        assertThat(cancelled.jobs()).extracting(Reply.JobSummary::id).containsExactly(closed);
    }

    private List<JobId> ids(Reply reply) {
        return ((Reply.Jobs) reply).jobs().stream().map(Reply.JobSummary::id).toList();
    }

    @Test
    void open_jobs_come_first_and_a_list_in_parts_has_every_job_once() throws StoreException {
        JobId firstOpen = submit(1);
        JobId firstClosed = closed();
        JobId secondOpen = submit(1);
        JobId secondClosed = closed();
        Selector all = new Selector.All();
        Listing first = new Listing(true, true, null, null, true);

        Reply.Jobs page = (Reply.Jobs) say(new Question.ListJobs(ANNA, all, null, 3, first));
        Listing on = new Listing(true, true, null, page.jobs().get(2).ended(), false);
        Reply rest = say(new Question.ListJobs(ANNA, all, secondClosed, 3, on));
        Reply behindOpen = say(new Question.ListJobs(ANNA, all, secondOpen, 9, first));

        assertThat(ids(page)).containsExactly(secondOpen, firstOpen, secondClosed);
        assertThat(page.total()).isEqualTo(4);
        assertThat(ids(rest)).containsExactly(firstClosed);
        assertThat(ids(behindOpen)).containsExactly(firstOpen, secondClosed, firstClosed);
    }

    @Test
    void what_ended_before_a_moment_is_left_out_and_what_is_open_is_not() throws StoreException {
        closed();
        JobId open = submit(1);
        Listing later = new Listing(true, false, NOW.plusMillis(1), null, true);

        Reply.Jobs listed = (Reply.Jobs) say(new Question.ListJobs(ANNA, new Selector.All(), null, 9, later));
        Reply.Jobs named = (Reply.Jobs) say(new Question.ListJobs(
                ANNA, new Selector.Named(StoreSamples.modest(1).name()), null, 1, later));

        assertThat(ids(listed)).containsExactly(open);
        assertThat(listed.total()).isEqualTo(1);
        assertThat(named.total()).isEqualTo(1);
    }

    @Test
    void why_very_many_jobs_wait_is_told_in_parts_and_each_job_once() throws StoreException {
        List<JobId> jobs = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            jobs.addAll(many(5_000));
        }
        List<JobId> told = new ArrayList<>();
        int parts = 0;
        JobId next = null;

        do {
            Reply.Explained part = (Reply.Explained) say(new Question.AskWhy(ANNA, new Selector.All(), next));
            assertThat(part.reasons()).hasSizeLessThanOrEqualTo(20_000);
            assertThat(part.more()).isEqualTo(part.next() != null);
            part.reasons().forEach(reason -> told.add(reason.job()));
            next = part.next();
            parts++;
        } while (next != null);

        assertThat(told).isEqualTo(jobs);
        assertThat(parts).isGreaterThan(1);
        JobId last = jobs.get(jobs.size() - 1);
        assertThat(say(new Question.AskWhy(ANNA, new Selector.Named("sweep"), last)))
                .as("whoever goes on is not told how others ended")
                .isEqualTo(new Reply.Explained(List.of()));
    }

    @Test
    void reasons_that_are_alike_are_told_once_with_their_number() throws StoreException {
        for (int i = 0; i < 5; i++) {
            submit(2);
        }
        closed();
        say(change(Verb.PAUSE, Selector.parse("2")));

        Reply.Summarised open = (Reply.Summarised) say(new Question.AskWhy(ANNA, new Selector.All(), null, true));
        Reply.Summarised over =
                (Reply.Summarised) say(new Question.AskWhy(ANNA, Selector.parse("state:cancelled"), null, true));
        Reply.Summarised none = (Reply.Summarised) say(new Question.AskWhy(BOB, new Selector.All(), null, true));

        assertThat(open.jobs()).isEqualTo(5);
        assertThat(open.groups())
                .extracting(
                        one -> one.example().kind() + " " + one.example().job() + " " + one.jobs() + " " + one.tasks())
                .containsExactly("NO_NODE 1 4 8", "PAUSED 2 1 2");
        assertThat(over.groups())
                .extracting(one -> one.example().kind() + " " + one.jobs())
                .containsExactly("CANCELLED 1");
        assertThat(none.groups()).isEmpty();
        assertThat(refused(say(new Question.AskWhy(BOB, Selector.parse("1"), null, true))))
                .isEqualTo(new Rejection.UnknownJob(new JobId(1)));
        assertThat(refused(say(new Question.AskWhy(ANNA, Selector.parse("name:other"), null, true))))
                .isEqualTo(new Rejection.NothingSelected("explain"));
    }

    private JobId submitAfter(JobId first, Predecessor.When when) throws StoreException {
        Predecessor before = new Predecessor(first, new Ordinals(List.of()), false, when);
        JobSpec spec = StoreSamples.modest(1).withTurn(Turn.USUAL.after(List.of(before)));
        return ((Reply.Submitted) say(new Command.Submit(ANNA, spec, List.of(), null, List.of()))).job();
    }

    @Test
    void why_one_closed_job_was_cancelled_is_not_said_of_the_others() throws StoreException {
        JobId first = submit(1);
        JobId second = submitAfter(first, Predecessor.When.DONE);
        JobId alarm = submitAfter(first, Predecessor.When.FAILED);
        say(change(Verb.CANCEL, new Selector.OneJob(first)));

        Reply.Summarised why =
                (Reply.Summarised) say(new Question.AskWhy(ANNA, Selector.parse("state:cancelled"), null, true));

        assertThat(why.groups())
                .containsExactly(
                        new Reply.Alike(new Reason(second, new Cause.Cancelled(first, true), 1), 1, 1, true),
                        new Reply.Alike(new Reason(first, new Cause.Cancelled(null, true), 1), 1, 1, true),
                        new Reply.Alike(new Reason(alarm, new Cause.NothingFailed(first), 1), 1, 1, true));
    }

    @Test
    void a_retry_says_what_job_did_not_fail_and_not_that_something_is_cancelled() throws StoreException {
        JobId first = submit(1);
        JobId alarm = submitAfter(first, Predecessor.When.FAILED);
        JobId second = submitAfter(first, Predecessor.When.DONE);
        say(change(Verb.CANCEL, new Selector.OneJob(first)));

        assertThat(((Reply.Changed) say(change(Verb.RETRY, new Selector.OneJob(alarm)))).jobs())
                .containsExactly(new Reply.JobChange(alarm, 0, 1, new Remark.NothingFailed(first, 1)));
        assertThat(((Reply.Changed) say(change(Verb.RETRY, new Selector.OneJob(second)))).jobs())
                .containsExactly(new Reply.JobChange(second, 0, 1, new Remark.AfterCancelled(1)));
    }

    @Test
    void a_retry_that_came_before_its_job_takes_nothing_for_granted_that_the_job_waits_for() throws StoreException {
        JobId first = submit(2);
        JobId second = new JobId(first.value() + 1);
        Errand begun = desk.take(change(Verb.RETRY, new Selector.OneJob(second)));
        Predecessor each = new Predecessor(first, Ordinals.one(1), true, Predecessor.When.DONE);
        JobSpec spec = StoreSamples.modest(2).withTurn(Turn.USUAL.after(List.of(each)));
        say(new Command.Submit(ANNA, spec, List.of(), null, List.of()));
        say(change(Verb.CANCEL, new Selector.OneJob(first)));

        Reply.Changed changed = (Reply.Changed) follow(begun);

        assertThat(changed.jobs()).containsExactly(new Reply.JobChange(second, 0, 2, new Remark.AfterCancelled(1)));
    }

    @Test
    void jobs_that_are_asked_for_by_number_are_found_open_or_closed_and_others_are_left_out() throws StoreException {
        JobId closed = closed();
        JobId open = submit(2);
        TreeSet<JobId> asked = new TreeSet<>(List.of(closed, open, new JobId(99)));

        Reply.Jobs mine = (Reply.Jobs) say(new Question.ListJobs(ANNA, new Selector.SomeJobs(asked)));
        Reply.Jobs others = (Reply.Jobs) say(new Question.ListJobs(BOB, new Selector.SomeJobs(asked)));

        assertThat(mine.jobs()).extracting(Reply.JobSummary::id).containsExactly(open, closed);
        assertThat(others.jobs()).isEmpty();
    }

    @Test
    void starts_that_do_not_fit_into_one_answer_come_with_the_next() throws StoreException {
        NodeId node = ((Reply.Introduced) say(new Command.Introduce(null, LAB, null)))
                .content()
                .node();
        submit(2);

        List<?> first = starts(node, 1);
        List<?> second = starts(node, 2);

        assertThat(first).hasSize(1);
        assertThat(second).hasSize(1);
    }

    private List<?> starts(NodeId node, long sequence) throws StoreException {
        SyncReport report = new SyncReport(1, sequence, List.of(), LAB.capacity(), 0, Duration.ZERO);
        return ((Reply.Ordered) say(new Command.Sync(node, report))).content().start();
    }

    @Test
    void why_repeats_what_the_machine_said_that_could_not_start_it() throws StoreException {
        NodeId node = ((Reply.Introduced) say(new Command.Introduce(null, LAB, null)))
                .content()
                .node();
        say(new Command.Introduce(null, LAB, null));
        JobId job = submit(1);
        starts(node, 1);

        AttemptReport report = AttemptReport.bare(
                AttemptId.of(job.value(), 1, 1), Outcome.NOT_STARTABLE, "command not found: summary.json");
        say(new Command.Commit(node, new CommitCall(1, List.of(report), false), List.of()));

        Reply.Explained why = (Reply.Explained) say(new Question.AskWhy(ANNA, new Selector.OneJob(job)));
        assertThat(why.reasons().stream().map(Reason::cause).filter(Cause.RefusedByNodes.class::isInstance))
                .extracting(cause -> ((Cause.RefusedByNodes) cause).detail())
                .containsExactly("command not found: summary.json");
    }

    @Test
    void an_agent_with_a_copied_identity_is_told_so() throws StoreException {
        NodeId node = ((Reply.Introduced) say(new Command.Introduce(null, LAB, null)))
                .content()
                .node();

        for (String life : List.of("true", "copy", "true", "copy", "true")) {
            assertThat(say(new Command.Introduce(node, LAB, null, null, life))).isInstanceOf(Reply.Introduced.class);
        }

        assertThat(refused(say(new Command.Introduce(node, LAB, null, null, "copy"))))
                .isEqualTo(new Rejection.DuplicateIdentity(node));
    }
}
