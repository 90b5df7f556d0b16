package org.gleaner.client.description;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.job.TakenFile;
import org.junit.jupiter.api.Test;

class InFromTest {
    private static InFrom of(String text) throws ClientFailure {
        return InFrom.of(Draft.of("true").with("in-from", text)).get(0);
    }

    private static InFrom from(String selector, String path, String to) {
        return new InFrom(selector, new TakenFile(path, to));
    }

    @Test
    void a_file_of_jobs_or_tasks_is_named_behind_a_colon_and_a_new_name_behind_an_equals_sign() throws ClientFailure {
        assertThat(of("7:out.csv")).isEqualTo(from("7", "out.csv", ""));
        assertThat(of("7.1-50:res/")).isEqualTo(from("7.1-50", "res", ""));
        assertThat(of("7.3:out-{}.csv=in/{#}.csv")).isEqualTo(from("7.3", "out-{}.csv", "in/{#}.csv"));
        assertThat(of("last:aa:b=c=d")).isEqualTo(from("last", "aa:b", "c=d"));
        assertThat(of("name:prep:out.csv")).isEqualTo(from("name:prep", "out.csv", ""));
    }

    @Test
    void without_a_file_all_outputs_are_meant() throws ClientFailure {
        assertThat(of("7")).isEqualTo(from("7", "", ""));
        assertThat(of("name:prep")).isEqualTo(from("name:prep", "", ""));
        assertThat(of("7:=all/")).isEqualTo(from("7", "", "all/"));
    }

    @Test
    void what_names_nothing_or_leads_out_of_the_directory_is_refused() {
        assertThatThrownBy(() -> of(":out.csv")).isInstanceOf(ClientFailure.class);
        assertThatThrownBy(() -> of("7:")).isInstanceOf(ClientFailure.class);
        assertThatThrownBy(() -> of("")).isInstanceOf(ClientFailure.class);
        assertThatThrownBy(() -> of("7:../out.csv")).isInstanceOf(ClientFailure.class);
        assertThatThrownBy(() -> of("7:out.csv=/etc/passwd")).isInstanceOf(ClientFailure.class);
    }

    @Test
    void what_comes_from_another_job_is_not_missed_here() throws ClientFailure {
        Path here = Path.of("/here");
        Draft draft = Draft.of("true").with("in-from", "7:out.csv=in/x", "8");

        assertThat(InFrom.places(draft, here))
                .containsExactlyInAnyOrder(here.resolve("out.csv"), here.resolve("in/x"), here.resolve("parts/1"));
    }
}
