package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.array;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Turn;
import org.junit.jupiter.api.Test;

/** Very many jobs, each of which waits for the one before, hold up nobody when the first is cancelled. */
final class LongChainTest {
    private static final Duration MOMENT = Duration.ofMillis(1);

    private final GridFixture grid = new GridFixture();

    private static JobSpec after(JobId before, Predecessor.When when) {
        Predecessor link = new Predecessor(before, new Ordinals(List.of()), false, when);
        return array(1).withTurn(Turn.USUAL.after(List.of(link)));
    }

    private List<JobId> chain(int jobs) {
        List<JobId> chain = new ArrayList<>();
        chain.add(grid.submit(array(1)));
        while (chain.size() < jobs) {
            chain.add(grid.submit(after(chain.get(chain.size() - 1), Predecessor.When.DONE)));
        }
        return chain;
    }

    /** One whose end is not drawn within one batch. */
    private List<JobId> tooLong() {
        grid.trust();
        // Each job of a chain takes two events: its tasks are cancelled, and it has told the next one.
        return chain(BatchStep.MOST_TOLD);
    }

    private int open() {
        return grid.roster().jobs().all().size();
    }

    @Test
    void each_job_of_a_chain_is_looked_at_by_itself_however_long_the_chain_is() {
        JobId first = chain(200).get(0);
        List<Integer> touched = new ArrayList<>();
        Execution execution = new Execution(new SplittableRandom(1), new Execution.Listener() {
            @Override
            public void applied(GridEvent event) {
                if (event instanceof SoftEvent.DependantsTold) {
                    touched.add(grid.roster().jobs().touched().size());
                }
            }

            @Override
            public void replied(AddressedReply reply) {}

            @Override
            public void failed(Address address, Command command, RuntimeException cause) {
                throw cause;
            }
        });

        Command cancel = new Command.ChangeJobs(ANNA, Verb.CANCEL, Selector.parse(first.toString()), List.of(), null);
        execution.run(grid.state(), new Address(1), cancel, grid.now());

        assertThat(open()).isZero();
        assertThat(touched).hasSize(199).allMatch(jobs -> jobs <= 2);
    }

    @Test
    void what_one_batch_does_not_get_to_comes_at_once_in_the_next_ones() {
        List<JobId> chain = tooLong();

        Reply.Changed changed = grid.change(Verb.CANCEL, chain.get(0).toString());

        assertThat(changed.jobs()).hasSize(chain.size());
        assertThat(open()).isPositive();
        for (int batch = 0; batch < 3; batch++) {
            grid.pass(MOMENT);
        }
        assertThat(open()).isZero();
    }

    @Test
    void a_server_that_ends_in_the_middle_goes_on_when_it_starts_again() {
        List<JobId> chain = tooLong();
        grid.change(Verb.CANCEL, chain.get(0).toString());
        int left = open();

        grid.restart();
        for (int batch = 0; batch < 3; batch++) {
            grid.pass(MOMENT);
        }

        assertThat(left).isPositive();
        assertThat(open()).isZero();
    }

    @Test
    void a_job_cannot_be_deleted_before_those_that_wait_for_it_have_heard_of_its_end() {
        grid.trust();
        List<JobId> chain = chain(BatchStep.MOST_TOLD / 2 + 1);
        JobId last = chain.get(chain.size() - 1);
        JobId cleanup = grid.submit(after(last, Predecessor.When.ANY));
        grid.change(Verb.CANCEL, chain.get(0).toString());
        assertThat(grid.roster().jobs().untold()).containsExactly(last);

        Command delete = new Command.ChangeJobs(ANNA, Verb.DELETE, Selector.parse(last.toString()), List.of(), null);

        assertThat(grid.ask(delete, Reply.Refused.class).why()).isInstanceOf(Rejection.IllegalTransition.class);
        assertThat(grid.task(cleanup, 1)).isEqualTo(TaskState.READY);
        assertThat(open()).isEqualTo(1);
    }
}
