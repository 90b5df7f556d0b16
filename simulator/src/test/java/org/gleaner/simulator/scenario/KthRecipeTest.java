package org.gleaner.simulator.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gleaner.simulator.scenario.KthRecipe.Known;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KthRecipeTest {
    private static final String LOG = """
            job,user,submit_s,runtime_s,procs,req_time_s
            1,7,1000,60,4,3600
            2,7,2000,70,4,3700
            3,7,3000,80,4,90000
            4,8,4000,90,8,3600
            5,8,5000,0,8,3600
            """;

    @TempDir
    Path directory;

    private List<Batch> batches(int from, int most, Known known) throws Exception {
        Files.writeString(directory.resolve("jobs_kth_sp2.csv"), LOG, UTF_8);
        return KthRecipe.in(directory).trial(from, most, known).batches();
    }

    @Test
    void work_of_one_user_that_asks_for_about_the_same_time_is_of_one_type() throws Exception {
        List<String> types =
                batches(0, 10, Known.LEARNT).stream().map(Batch::type).toList();

        assertThat(types).hasSize(4);
        assertThat(types.get(1)).isEqualTo(types.get(0));
        assertThat(types.get(2)).isNotEqualTo(types.get(0));
        assertThat(types.get(3)).isNotEqualTo(types.get(0));
    }

    @Test
    void what_owners_said_is_not_learnt_from_others() throws Exception {
        List<Batch> said = batches(0, 10, Known.SAID);

        assertThat(said.stream().map(Batch::type)).doesNotHaveDuplicates();
        assertThat(said.get(1).expected()).isEqualTo(Duration.ofSeconds(3700));
        assertThat(batches(0, 10, Known.LEARNT).get(1).expected()).isNull();
    }

    @Test
    void a_stretch_begins_with_its_first_job() throws Exception {
        List<Batch> some = batches(1, 2, Known.LEARNT);

        assertThat(some).extracting(one -> one.work(1)).containsExactly(70_000L, 80_000L);
        assertThat(some.get(1).arrives() - some.get(0).arrives()).isEqualTo(1_000_000);
        assertThat(batches(0, 10, Known.LEARNT).get(0).arrives())
                .isEqualTo(some.get(0).arrives());
    }
}
