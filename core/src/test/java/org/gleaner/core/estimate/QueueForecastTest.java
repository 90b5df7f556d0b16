package org.gleaner.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.junit.jupiter.api.Test;

class QueueForecastTest {
    private static final JobId J1 = new JobId(1);
    private static final JobId J2 = new JobId(2);
    private static final JobId J3 = new JobId(3);
    private static final NodeId A = new NodeId(1);
    private static final NodeId B = new NodeId(2);
    private static final List<LoadedNode> TWO_NODES = List.of(node(A), node(B));
    private static final RunningJob ON_BOTH = new RunningJob(J1, List.of(A, B), new JobProgress(100, 80, 70, 40));

    private static LoadedNode node(NodeId id) {
        return new LoadedNode(id, 1, 1, 0, 0);
    }

    private static WaitingJob waiting(JobId id, int nodes, double runTotal) {
        return new WaitingJob(id, nodes, List.of(A, B), JobProgress.fresh(runTotal, runTotal));
    }

    private static ForeseenJob of(SortedMap<JobId, ForeseenJob> foreseen, JobId job) {
        return Objects.requireNonNull(foreseen.get(job));
    }

    @Test
    void the_example_of_the_paper_gives_its_times_with_each_formula_that_knows_the_nodes() {
        for (Estimator estimator : new Estimator[] {Estimator.ISOLATED, Estimator.TASKS, Estimator.CPU}) {
            SortedMap<JobId, ForeseenJob> foreseen = QueueForecast.of(
                    TWO_NODES, List.of(ON_BOTH), List.of(waiting(J2, 2, 60)), estimator, StartRule.IN_ORDER);

            assertThat(of(foreseen, J1).waits()).isZero();
            assertThat(of(foreseen, J1).ends()).isCloseTo(50, within(1e-9));
            assertThat(of(foreseen, J2).waits()).isCloseTo(50, within(1e-9));
            assertThat(of(foreseen, J2).ends()).isCloseTo(110, within(1e-9));
            assertThat(of(foreseen, J2).on()).containsExactly(A, B);
        }
    }

    @Test
    void what_fits_starts_at_once() {
        SortedMap<JobId, ForeseenJob> foreseen = QueueForecast.of(
                TWO_NODES,
                List.of(),
                List.of(waiting(J1, 1, 30), waiting(J2, 1, 60), waiting(J3, 1, 5)),
                Estimator.CPU,
                StartRule.IN_ORDER);

        assertThat(foreseen.get(J1)).isEqualTo(new ForeseenJob(0, 30, List.of(A)));
        assertThat(foreseen.get(J2)).isEqualTo(new ForeseenJob(0, 60, List.of(B)));
        assertThat(foreseen.get(J3)).isEqualTo(new ForeseenJob(30, 35, List.of(A)));
    }

    @Test
    void tasks_on_one_core_slow_each_other_down_until_one_ends() {
        LoadedNode shared = new LoadedNode(A, 1, 2, 0, 0);

        SortedMap<JobId, ForeseenJob> foreseen = QueueForecast.of(
                List.of(shared),
                List.of(
                        new RunningJob(J1, List.of(A), JobProgress.fresh(10, 10)),
                        new RunningJob(J2, List.of(A), JobProgress.fresh(30, 30))),
                List.of(),
                Estimator.CPU,
                StartRule.IN_ORDER);

        assertThat(of(foreseen, J1).ends()).isCloseTo(20, within(1e-9));
        assertThat(of(foreseen, J2).ends()).isCloseTo(40, within(1e-9));
    }

    @Test
    void in_order_a_wide_job_is_not_overtaken_and_otherwise_it_is() {
        RunningJob onA = new RunningJob(J1, List.of(A), JobProgress.fresh(100, 100));
        List<WaitingJob> queue = List.of(waiting(J2, 2, 10), waiting(J3, 1, 20));

        SortedMap<JobId, ForeseenJob> inOrder =
                QueueForecast.of(TWO_NODES, List.of(onA), queue, Estimator.CPU, StartRule.IN_ORDER);
        SortedMap<JobId, ForeseenJob> filled =
                QueueForecast.of(TWO_NODES, List.of(onA), queue, Estimator.CPU, StartRule.FIRST_FITTING);

        assertThat(of(inOrder, J3).waits()).isEqualTo(110);
        assertThat(of(filled, J3).waits()).isZero();
        assertThat(of(filled, J2).waits()).isEqualTo(100);
    }

    @Test
    void a_job_that_fits_no_set_of_nodes_is_never_foreseen_and_holds_up_nobody() {
        WaitingJob tooWide = waiting(J2, 3, 10);
        WaitingJob nowhere = new WaitingJob(new JobId(4), 1, List.of(new NodeId(9)), JobProgress.fresh(1, 1));

        SortedMap<JobId, ForeseenJob> foreseen = QueueForecast.of(
                TWO_NODES,
                List.of(ON_BOTH),
                List.of(tooWide, nowhere, waiting(J3, 1, 10)),
                Estimator.CPU,
                StartRule.IN_ORDER);

        assertThat(foreseen).containsOnlyKeys(J1, J3);
    }

    @Test
    void a_job_that_runs_on_a_node_of_which_nothing_is_said_is_a_mistake() {
        assertThatThrownBy(() -> QueueForecast.of(
                        List.of(node(A)), List.of(ON_BOTH), List.of(), Estimator.CPU, StartRule.IN_ORDER))
                .hasMessageContaining("node");
    }

    @Test
    void whatever_waits_each_job_that_fits_ends_and_no_slot_is_used_twice() {
        for (int seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<LoadedNode> nodes = LongStream.rangeClosed(1, random.nextInt(1, 6))
                    .mapToObj(id -> new LoadedNode(
                            new NodeId(id),
                            random.nextInt(1, 5),
                            random.nextInt(0, 4),
                            random.nextInt(3),
                            random.nextDouble(2)))
                    .toList();
            List<NodeId> all = nodes.stream().map(LoadedNode::id).toList();
            List<WaitingJob> queue = new ArrayList<>();
            for (int job = 1; job <= random.nextInt(1, 20); job++) {
                double run = random.nextDouble(1, 100);
                JobProgress fresh = JobProgress.fresh(run, run * random.nextDouble(0, 2));
                queue.add(new WaitingJob(new JobId(job), random.nextInt(1, 4), all, fresh));
            }
            long usable = nodes.stream().filter(node -> node.slots() > 0).count();
            for (Estimator estimator : Estimator.values()) {
                for (StartRule rule : new StartRule[] {StartRule.IN_ORDER, StartRule.FIRST_FITTING}) {
                    SortedMap<JobId, ForeseenJob> foreseen = QueueForecast.of(nodes, List.of(), queue, estimator, rule);

                    check(nodes, queue, usable, foreseen);
                    if (rule == StartRule.IN_ORDER) {
                        assertThat(foreseen.values())
                                .extracting(ForeseenJob::waits)
                                .isSorted();
                    }
                    assertThat(QueueForecast.of(nodes, List.of(), queue, estimator, rule))
                            .isEqualTo(foreseen);
                }
            }
        }
    }

    private static void check(
            List<LoadedNode> nodes, List<WaitingJob> queue, long usable, SortedMap<JobId, ForeseenJob> foreseen) {
        for (WaitingJob job : queue) {
            ForeseenJob what = foreseen.get(job.id());
            assertThat(what != null).isEqualTo(job.nodes() <= usable);
            if (what != null) {
                assertThat(what.on()).doesNotHaveDuplicates().hasSize(job.nodes());
                assertThat(what.ends() - what.waits())
                        .isGreaterThanOrEqualTo(job.progress().runTotal() * (1 - 1e-6));
            }
        }
        for (LoadedNode node : nodes) {
            for (ForeseenJob one : foreseen.values()) {
                // Nobody is there at the same time as more than the slots allow; who ends makes room for who begins.
                long together = foreseen.values().stream()
                        .filter(other -> other.on().contains(node.id()))
                        .filter(other -> other.waits() <= one.waits() && other.ends() > one.waits())
                        .count();
                assertThat(together).isLessThanOrEqualTo(node.slots());
            }
        }
    }
}
