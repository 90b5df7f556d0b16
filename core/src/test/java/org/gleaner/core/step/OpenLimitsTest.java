package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.array;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.OpenLimits;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.SpecBounds;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.JobWeight;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.Orders;
import org.junit.jupiter.api.Test;

/** How large one job may be, and how much of an owner's may be open, so that memory always has room for it. */
class OpenLimitsTest {
    private static final Caller BOB = new Caller(new Owner("bob"), false);

    private final GridFixture grid = new GridFixture();

    @Test
    void a_command_beyond_the_bound_is_refused() {
        JobSpec large = words("x".repeat((int) JobWeight.SPEC_LIMIT));

        Reply.Refused refused = grid.ask(submit(ANNA, large), Reply.Refused.class);

        long weight = JobWeight.spec(large);
        assertThat(refused.why())
                .isEqualTo(new Rejection.InvalidSpec(
                        List.of(new Violation.TooMuch(Violation.Part.SPEC, weight, JobWeight.SPEC_LIMIT))));
    }

    @Test
    void a_million_empty_words_weigh_more_than_nothing() {
        JobSpec spec = words(Collections.nCopies(1_000_000, "").toArray(String[]::new));

        assertThat(SpecBounds.violations(spec)).hasSize(1);
    }

    @Test
    void too_many_or_too_long_names_of_files_are_refused() {
        List<InputFile> many = Collections.nCopies(JobWeight.NAMES_LIMIT + 1, input("a"));
        List<InputFile> lengthy = Collections.nCopies(30_000, input("a".repeat(1_000)));
        List<OutputFile> outputs = Collections.nCopies(JobWeight.NAMES_LIMIT, new OutputFile("b", false));
        List<OutputFile> one = List.of(new OutputFile("b", false));

        assertThat(SpecBounds.files(many, List.of(), 0)).hasSize(1);
        assertThat(SpecBounds.files(lengthy, List.of(), 0)).hasSize(1);
        assertThat(SpecBounds.files(List.of(), outputs, 0)).isEmpty();
        assertThat(SpecBounds.files(List.of(input("a")), outputs, 0)).hasSize(1);
        List<InputFile> most = Collections.nCopies(JobWeight.NAMES_LIMIT, input("in/of/some/length/" + 100_000));
        assertThat(SpecBounds.files(most, List.of(), 0)).isEmpty();
        assertThat(SpecBounds.files(most, one, 0))
                .containsExactly(new Violation.TooMuch(Violation.Part.FILES, 100_001, JobWeight.NAMES_LIMIT));
    }

    @Test
    void one_owner_at_the_limit_is_refused_and_others_are_not() {
        grid.limit(new OpenLimits(3, 1 << 20, 1 << 30));
        for (int i = 0; i < 3; i++) {
            grid.submit(array(2));
        }

        Reply.Refused refused = grid.ask(submit(ANNA, array(2)), Reply.Refused.class);

        assertThat(refused.why()).isEqualTo(new Rejection.TooManyOpen(ANNA.owner(), 3, 3));
        grid.ask(submit(BOB, array(2)), Reply.Submitted.class);
        grid.change(Verb.CANCEL, "1");
        grid.submit(array(2));
    }

    @Test
    void what_open_jobs_take_is_bounded_for_one_owner_and_for_all() {
        JobSpec heavy = words("x".repeat(100_000));
        long weight = JobWeight.open(heavy);
        long type = JobWeight.PER_TYPE;
        grid.limit(new OpenLimits(100, 2 * weight + type, 3 * weight + 2 * type));
        grid.submit(heavy);
        grid.submit(heavy);

        assertThat(grid.ask(submit(ANNA, heavy), Reply.Refused.class).why())
                .isEqualTo(new Rejection.TooMuchOpen(ANNA.owner(), 2 * weight + type, weight, 2 * weight + type));
        grid.ask(submit(BOB, heavy), Reply.Submitted.class);
        assertThat(grid.ask(submit(BOB, heavy), Reply.Refused.class).why())
                .isEqualTo(new Rejection.TooMuchOpen(null, 3 * weight + 2 * type, weight, 3 * weight + 2 * type));
    }

    @Test
    void a_type_of_its_own_counts_as_long_as_a_job_of_it_is_open() {
        JobSpec one = ofType("a");
        long weight = JobWeight.open(one);
        grid.limit(new OpenLimits(100, 3 * weight + 2 * JobWeight.PER_TYPE, 1 << 30));
        grid.submit(one);
        grid.submit(one);

        grid.ask(submit(ANNA, ofType("b")), Reply.Submitted.class);
        grid.change(Verb.CANCEL, "1");
        grid.change(Verb.CANCEL, "2");
        grid.ask(submit(ANNA, ofType("c")), Reply.Submitted.class);

        assertThat(grid.ask(submit(ANNA, ofType("d")), Reply.Refused.class).why())
                .isEqualTo(new Rejection.TooMuchOpen(
                        ANNA.owner(),
                        2 * weight + 2 * JobWeight.PER_TYPE,
                        weight + JobWeight.PER_TYPE,
                        3 * weight + 2 * JobWeight.PER_TYPE));
        grid.ask(submit(ANNA, ofType("b")), Reply.Submitted.class);
    }

    private static JobSpec ofType(String type) {
        JobSpec like = array(1);
        return new JobSpec(
                like.name(),
                type,
                like.command(),
                like.array(),
                like.inputs(),
                like.outputs(),
                like.needs(),
                like.limits());
    }

    @Test
    void on_a_small_heap_too_one_owner_leaves_room_for_others() {
        JobSpec heavy = words("x".repeat(100_000));
        long weight = JobWeight.open(heavy);
        long half = 2 * weight + JobWeight.PER_TYPE;
        OpenLimits small = OpenLimits.DEFAULT.within(2 * half);
        grid.limit(small);
        grid.submit(heavy);
        grid.submit(heavy);

        assertThat(grid.ask(submit(ANNA, heavy), Reply.Refused.class).why())
                .isEqualTo(new Rejection.TooMuchOpen(ANNA.owner(), half, weight, half));
        grid.ask(submit(BOB, heavy), Reply.Submitted.class);
        assertThat(OpenLimits.DEFAULT.within(4L << 30).bytes()).isEqualTo(OpenLimits.DEFAULT.bytes());
    }

    @Test
    void the_tasks_of_an_array_count_although_a_few_letters_describe_them() {
        grid.limit(new OpenLimits(100, 25_000_000, Long.MAX_VALUE));
        grid.trust();
        grid.submit(array(10_000_000));
        grid.submit(array(10_000_000));

        Reply.Refused refused = grid.ask(submit(ANNA, array(10_000_000)), Reply.Refused.class);

        assertThat(refused.why()).isInstanceOf(Rejection.TooMuchOpen.class);
    }

    @Test
    void a_closed_job_is_opened_again_only_if_there_is_room() throws StoreException {
        JobId first = grid.submit(array(1));
        grid.change(Verb.CANCEL, first.toString());
        grid.limit(new OpenLimits(1, 1 << 20, 1 << 30));
        grid.submit(array(1));

        Command retry = new Command.ChangeJobs(
                ANNA,
                Verb.RETRY,
                Selector.parse(first.toString()),
                List.of(grid.store.job(first).orElseThrow()),
                null);
        Reply.Refused refused = grid.ask(retry, Reply.Refused.class);

        assertThat(refused.why()).isEqualTo(new Rejection.TooManyOpen(ANNA.owner(), 1, 1));
    }

    @Test
    void a_long_list_of_files_is_not_in_memory_and_comes_back_from_the_store() throws StoreException {
        List<InputFile> inputs = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            inputs.add(input("in/" + i));
        }
        JobSpec spec = array(1).withInputs(inputs);

        JobId job = grid.submit(spec);

        JobSpec kept = grid.roster().jobs().open(job).spec();
        assertThat(kept.inputs()).isEmpty();
        assertThat(kept.aside().inputs()).isEqualTo(1_000);
        assertThat(JobWeight.open(kept)).isLessThan(2_000);
        assertThat(kept.with(grid.store.files(job).orElseThrow())).isEqualTo(spec);
    }

    @Test
    void a_job_that_is_larger_than_is_taken_starts_by_no_verb() throws StoreException {
        JobSpec apart = JobSpec.tooLarge("old", "sim.py", 3);
        JobId job = grid.submit(apart);
        grid.change(Verb.BLOCK, job.toString());

        for (Verb verb : List.of(Verb.RETRY, Verb.UNBLOCK, Verb.RESUME)) {
            Command change = new Command.ChangeJobs(ANNA, verb, Selector.parse(job.toString()), List.of(), null);
            Reply.Refused refused = grid.ask(change, Reply.Refused.class);
            assertThat(refused.why())
                    .asInstanceOf(type(Rejection.IllegalTransition.class))
                    .extracting(Rejection.IllegalTransition::why)
                    .isEqualTo(Rejection.Obstacle.Plain.TOO_LARGE);
        }
        assertThat(grid.task(job, 1)).isEqualTo(TaskState.BLOCKED);
        Orders orders = grid.orders(grid.introduce("n", GridFixture.TWO_SLOTS));
        assertThat(orders.start()).isEmpty();
        grid.change(Verb.CANCEL, job.toString());
    }

    private static InputFile input(String path) {
        return new InputFile(path, GridFixture.blob(1), 10, false);
    }

    private static Command submit(Caller caller, JobSpec spec) {
        return new Command.Submit(caller, spec, List.of(), null, List.of());
    }

    private static JobSpec words(String... words) {
        List<String> all = new ArrayList<>(List.of("echo"));
        all.addAll(List.of(words));
        JobSpec plain = array(1);
        return new JobSpec(
                plain.name(),
                plain.type(),
                new CommandLine.Words(all),
                plain.array(),
                List.of(),
                List.of(),
                plain.needs(),
                plain.limits());
    }
}
