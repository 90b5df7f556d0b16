package org.gleaner.client.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.gleaner.client.Gleaner;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A range is cut into units of the wanted length, and nothing of it is left out. */
final class IndexRangesTest {
    /** Counts indices. */
    static final class Counting extends IndexRanges<Long, Long> {
        private static final long serialVersionUID = 1;

        private long count;

        Counting(long end, long grain) {
            super(new IndexRange(0, end), grain);
        }

        @Override
        protected void mergeRange(IndexRange range, Long result) {
            count += result;
        }

        @Override
        public Long answer() {
            return count;
        }
    }

    static final class Size implements Algorithm<IndexRange, Long> {
        @Override
        public Long compute(IndexRange range) {
            return range.size();
        }
    }

    static final class Failing implements Algorithm<IndexRange, Long> {
        @Override
        public Long compute(IndexRange range) {
            throw new IllegalStateException("no luck with " + range.first());
        }
    }

    @Test
    void the_change_is_that_of_the_paper() {
        Granularity hour = Granularity.DEFAULT;

        assertThat(hour.change(Duration.ofMinutes(30))).isEqualTo(1);
        assertThat(hour.change(Duration.ofSeconds(3200))).isZero();
        assertThat(hour.change(Duration.ofHours(2))).isEqualTo(-0.5);
    }

    @Test
    void units_have_whole_grains_and_the_last_one_what_is_left() {
        Counting range = new Counting(25, 10);

        assertThat(List.of(unit(range), unit(range), unit(range)))
                .containsExactly(new IndexRange(0, 10), new IndexRange(10, 20), new IndexRange(20, 25));
        assertThat(range.next()).isNull();
    }

    private static IndexRange unit(Counting range) {
        IndexRange unit = range.next();
        assertThat(unit).isNotNull();
        return unit == null ? new IndexRange(0, 0) : unit;
    }

    @Test
    void units_grow_and_shrink_in_whole_grains_and_never_below_one() {
        Counting range = new Counting(Long.MAX_VALUE, 10);

        range.adapt(1.26);
        assertThat(range.unitSize()).isEqualTo(20);
        range.adapt(-0.9);
        assertThat(range.unitSize()).isEqualTo(10);
        range.adapt(1e30);
        assertThat(range.unitSize()).isPositive();
        range.adapt(1e30);
        assertThat(unit(range).size()).isPositive();
    }

    @Test
    void it_is_finished_when_all_are_merged_in_whatever_order() {
        Counting range = new Counting(30, 10);
        List<IndexRange> units = new ArrayList<>();
        for (@Nullable IndexRange unit = range.next(); unit != null; unit = range.next()) {
            units.add(0, unit);
        }

        for (IndexRange unit : units) {
            assertThat(range.isFinished()).isFalse();
            range.merge(unit, unit.size());
        }

        assertThat(range.isFinished()).isTrue();
        assertThat(range.answer()).isEqualTo(30);
    }

    @Test
    void after_so_many_results_units_are_as_long_as_is_wanted() {
        Counting range = new Counting(1_000, 1);
        Splitting<IndexRange, Long, Long> splitting = new Problem<>("count", range, Size.class)
                .granularity(new Granularity(2, 0.15, Duration.ofSeconds(8)))
                .begin();

        for (int i = 0; i < 2; i++) {
            Splitting.UnitCall<IndexRange, Long> unit = splitting.next();
            assertThat(unit).isNotNull();
            if (unit != null) {
                splitting.merge(unit, unit.unit().size(), Duration.ofSeconds(2).toNanos());
            }
        }

        assertThat(range.unitSize()).isEqualTo(4);
    }

    @Test
    void a_problem_is_solved_in_this_jvm() throws Exception {
        try (Gleaner local = Gleaner.local()) {
            assertThat(local.submit(new Problem<>("count", new Counting(95, 10), Size.class))
                            .answer())
                    .isEqualTo(95);
        }
    }

    @Test
    void what_an_algorithm_throws_ends_a_problem_that_does_not_expect_it() {
        try (Gleaner local = Gleaner.local()) {
            SubmittedProblem<Long> failing = local.submit(new Problem<>("count", new Counting(95, 10), Failing.class));

            assertThatThrownBy(failing::answer)
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("no luck with 0");
        }
    }
}
