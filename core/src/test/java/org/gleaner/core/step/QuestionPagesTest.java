package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ADMIN;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.image.PoolImage;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.Turn;
import org.junit.jupiter.api.Test;

/** A question about many jobs is answered in parts: others wait for none of them long. */
final class QuestionPagesTest {
    private static final Caller BEN = new Caller(new Owner("ben"), false);

    private final GridFixture grid = new GridFixture();

    private List<JobId> submit(int jobs, int tasks) {
        grid.trust();
        List<JobId> all = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            all.add(grid.submit(array(tasks)));
        }
        return all;
    }

    private static List<JobId> youngestFirst(List<JobId> jobs) {
        return jobs.stream().sorted(Comparator.reverseOrder()).toList();
    }

    private List<Reply.Jobs> list(Caller caller, Selector selector, int most) {
        List<Reply.Jobs> parts = new ArrayList<>();
        JobId before = null;
        do {
            Reply.Jobs part = grid.ask(new Question.ListJobs(caller, selector, before, most), Reply.Jobs.class);
            parts.add(part);
            before = part.next();
        } while (before != null);
        return parts;
    }

    private static List<JobId> ids(List<Reply.Jobs> parts) {
        return parts.stream()
                .flatMap(part -> part.jobs().stream())
                .map(Reply.JobSummary::id)
                .toList();
    }

    @Test
    void a_list_has_every_job_once_and_the_youngest_first() {
        List<JobId> jobs = submit(25, 1);

        List<Reply.Jobs> parts = list(ANNA, new Selector.All(), 10);

        assertThat(parts).allSatisfy(part -> assertThat(part.jobs()).hasSizeLessThanOrEqualTo(10));
        assertThat(ids(parts)).isEqualTo(youngestFirst(jobs));
        assertThat(ids(list(ADMIN, Selector.parse("state:ready"), 7))).isEqualTo(youngestFirst(jobs));
        assertThat(ids(list(BEN, new Selector.All(), 7))).isEmpty();
    }

    @Test
    void few_jobs_among_many_are_found_although_one_question_does_not_look_at_all() {
        List<JobId> jobs = submit(10_005, 1);
        grid.change(Verb.PAUSE, jobs.get(2).toString());

        List<Reply.Jobs> parts = list(ANNA, Selector.parse("state:paused"), 10);

        assertThat(parts).hasSizeGreaterThan(1);
        assertThat(ids(parts)).containsExactly(jobs.get(2));
    }

    private List<Reply.JobCount> counts(Caller caller, Selector selector) {
        List<Reply.JobCount> parts = new ArrayList<>();
        JobId before = null;
        do {
            Reply.JobCount part = grid.ask(new Question.CountJobs(caller, selector, before), Reply.JobCount.class);
            parts.add(part);
            before = part.next();
        } while (before != null);
        return parts;
    }

    @Test
    void jobs_are_counted_in_parts_unless_all_are_meant() {
        List<JobId> jobs = submit(10_005, 1);
        grid.change(Verb.PAUSE, jobs.get(2).toString());

        assertThat(counts(ANNA, new Selector.All())).containsExactly(new Reply.JobCount(10_005, null));
        assertThat(counts(BEN, new Selector.All())).containsExactly(new Reply.JobCount(0, null));
        List<Reply.JobCount> ready = counts(ANNA, Selector.parse("state:ready"));
        assertThat(ready).hasSizeGreaterThan(1);
        assertThat(ready.stream().mapToInt(Reply.JobCount::jobs).sum()).isEqualTo(10_004);
    }

    @Test
    void jobs_by_their_numbers_are_explained_in_parts_too() {
        List<JobId> jobs = submit(5, 400_000);
        Selector some = new Selector.SomeJobs(new TreeSet<>(jobs.subList(1, 5)));

        Reply.Explained first = grid.ask(new Question.AskWhy(ANNA, some), Reply.Explained.class);
        Reply.Explained second = grid.ask(new Question.AskWhy(ANNA, some, first.next()), Reply.Explained.class);

        assertThat(first.reasons()).hasSize(3).allMatch(reason -> !reason.job().equals(jobs.get(0)));
        assertThat(second.reasons()).extracting(Reason::job).containsExactly(jobs.get(4));
    }

    @Test
    void every_job_is_explained_once_and_the_oldest_first() {
        List<JobId> jobs = submit(5, 400_000);
        List<JobId> explained = new ArrayList<>();
        JobId after = null;
        int parts = 0;
        do {
            Reply.Explained part =
                    grid.ask(new Question.AskWhy(ANNA, new Selector.All(), after), Reply.Explained.class);
            part.reasons().forEach(reason -> explained.add(reason.job()));
            after = part.next();
            parts++;
        } while (after != null);

        assertThat(explained).isEqualTo(jobs);
        assertThat(parts).isGreaterThan(1);
    }

    private int parts(Selector selector) {
        JobId after = null;
        int parts = 0;
        do {
            after = grid.ask(new Question.AskWhy(ANNA, selector, after), Reply.Explained.class)
                    .next();
            parts++;
        } while (after != null);
        return parts;
    }

    @Test
    void jobs_that_are_alike_are_explained_together_whatever_weights_they_have() {
        grid.introduce("pc", TWO_SLOTS);
        submit(1_000, 1);
        for (int i = 0; i < 1_000; i++) {
            grid.submit(array(1).withTurn(Turn.USUAL.with(0, 3, null)));
        }

        assertThat(parts(new Selector.All())).isEqualTo(1);
    }

    @Test
    void of_jobs_that_are_all_different_few_are_explained_at_a_time() {
        grid.trust();
        for (int i = 0; i < 300; i++) {
            grid.introduce("pc" + i, TWO_SLOTS);
        }
        for (int i = 1; i <= 300; i++) {
            Requirements needs = new Requirements(1, MemorySize.parse(i + "M"));
            grid.submit(job(1, needs, JobLimits.DEFAULT));
        }

        assertThat(parts(new Selector.All())).isBetween(10, 100);
    }

    @Test
    void an_image_counts_tasks_as_they_are() {
        submit(3, 10);
        grid.introduce("pc", TWO_SLOTS);
        grid.change(Verb.CANCEL, "1");
        grid.change(Verb.PAUSE, "2.1-4");
        grid.pass(Duration.ofSeconds(3));

        PoolImage image = grid.state().imaging().next(0, grid.now());

        assertThat(image.totals().all().jobs()).isEqualTo(2);
        assertThat(image.totals().all().tasks().paused()).isEqualTo(4);
        assertThat(image.totals().all().tasks().ready()).isEqualTo(16);
        assertThat(image.totals().all().tasks().cancelled()).isZero();
        assertThat(image.keeper().oldest()).isEqualTo(grid.now().minus(Duration.ofSeconds(3)));
        assertThat(grid.state().fault()).isEmpty();
    }

    @Test
    void whoever_has_open_jobs_is_among_the_users_with_their_number() {
        submit(2, 1);

        Reply.Users users = grid.ask(new Question.ListUsers(ADMIN), Reply.Users.class);

        assertThat(users.users())
                .singleElement()
                .satisfies(user -> assertThat(user.openJobs()).isEqualTo(2));
    }
}
