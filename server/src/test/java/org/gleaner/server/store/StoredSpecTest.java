package org.gleaner.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Machines;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class StoredSpecTest {
    static List<Machines> wishes() {
        return List.of(
                Machines.ANY,
                new Machines(List.of("lab"), List.of(), null),
                new Machines(List.of(), List.of("pc-7"), null),
                new Machines(List.of(), List.of(), 0.5));
    }

    @ParameterizedTest
    @MethodSource("wishes")
    void each_wish_about_machines_is_kept_without_the_others(Machines wish) throws Exception {
        Platform platform = new Platform(null, null, List.of(), List.of(), false, wish);
        JobSpec spec = new JobSpec(
                "job",
                "type",
                new CommandLine.Words(List.of("true")),
                new ArrayShape.Single(),
                List.of(),
                List.of(),
                new Requirements(1, null, null, platform, false, Amounts.parse(List.of("gpu=2", "matlab=1"))),
                JobLimits.DEFAULT);

        assertThat(StoredSpec.read(StoredSpec.write(spec))).isEqualTo(spec);
    }
}
