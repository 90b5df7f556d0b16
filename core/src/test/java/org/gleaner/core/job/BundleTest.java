package org.gleaner.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.Test;

/** In which order jobs come that wait for each other. */
final class BundleTest {
    private static Bundle.Member member(int... after) {
        JobSpec spec = new JobSpec(
                "job",
                "type",
                new CommandLine.Words(List.of("true")),
                new ArrayShape.Single(),
                List.of(),
                List.of(),
                Requirements.ONE_CORE,
                JobLimits.DEFAULT);
        List<Predecessor> links = new ArrayList<>();
        for (int one : after) {
            links.add(new Predecessor(new JobId(one), new Ordinals(List.of()), false));
        }
        return new Bundle.Member(spec, List.of(), links);
    }

    private static Bundle bundle(Bundle.Member... members) {
        return new Bundle(List.of(members));
    }

    @Test
    void jobs_that_wait_for_nothing_stay_as_they_are_described() {
        assertThat(bundle(member(), member(), member()).order()).containsExactly(0, 1, 2);
    }

    @Test
    void a_job_comes_after_all_that_it_waits_for() {
        assertThat(bundle(member(3), member(), member(2, 2), member()).order()).containsExactly(1, 2, 0, 3);
    }

    @Test
    void a_circle_is_told_from_one_job_to_the_next() {
        Bundle bundle = bundle(member(2), member(3), member(4), member(2));

        assertThat(bundle.order()).isEmpty();
        assertThat(bundle.circle()).containsExactly(2, 3, 4);
    }

    @Test
    void a_job_that_waits_for_itself_is_a_circle() {
        assertThat(bundle(member(), member(2)).circle()).containsExactly(2);
        assertThat(bundle(member(), member(1)).circle()).isEmpty();
    }

    @Test
    void a_job_waits_only_for_others_that_come_with_it() {
        assertThatThrownBy(() -> bundle(member(), member(3))).hasMessage("a bundle of 2 has no job 3");
    }
}
