package org.gleaner.client.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.protocol.message.Explanation.Said;
import org.junit.jupiter.api.Test;

final class KeptTasksTest {
    private static KeptTasks kept(Kind... kinds) {
        return KeptTasks.of(Stream.of(kinds)
                .map(kind -> new Explanation.Point(new JobId(7), kind, 5, 1, Said.of(kind.word(), "")))
                .toList());
    }

    @Test
    void work_of_others_keeps_tasks_whatever_machines_that_do_not_suit_lack() {
        assertThat(kept(Kind.NONE_FREE).byOthers()).isTrue();
        assertThat(kept(Kind.NONE_FREE, Kind.WAITING_FOR_TURN, Kind.MISFIT).byOthers())
                .isTrue();
        assertThat(kept(Kind.MISFIT).byOthers()).isFalse();
        assertThat(kept(Kind.FITS_NO_NODE, Kind.MISFIT).byOthers()).isFalse();
        assertThat(kept(Kind.NONE_FREE, Kind.NODES_PAUSED).byOthers()).isFalse();
        assertThat(kept(Kind.NONE_FREE, Kind.NODES_PAUSED).why()).containsExactly("none-free.", "nodes-paused.");
    }

    @Test
    void a_reason_and_its_remedy_are_whole_sentences() {
        Said said = Said.of("machines are paused", "Ask their admin.");
        Explanation.Point point = new Explanation.Point(new JobId(7), Kind.NODES_PAUSED, 5, 1, said);

        assertThat(KeptTasks.of(List.of(point)).why()).containsExactly("machines are paused. Ask their admin.");
    }

    @Test
    void of_a_job_of_which_some_run_nothing_is_said() {
        assertThat(kept(Kind.RUNNING, Kind.NONE_FREE).why()).isEmpty();
    }
}
