package org.gleaner.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.message.TaskRow;
import org.junit.jupiter.api.Test;

class BoardTest {
    private static final NodeId HERE = new NodeId(1);
    private static final NodeId THERE = new NodeId(2);

    private final Sighting seen = Sighting.of(List.of(
            row(1, TaskState.DONE, 1, HERE),
            row(2, TaskState.RUNNING, 2, THERE),
            row(3, TaskState.RUNNING, 1, HERE),
            row(4, TaskState.READY, 3, HERE)));

    @Test
    void done_tiles_show_their_brightness_and_others_whether_they_run() {
        Mosaic mosaic = new Mosaic();
        mosaic.put(1, Tiles.plain(255, 255, 255));

        List<String> lines = new Board(Ink.NONE).lines(seen, mosaic);

        assertThat(lines).hasSize(Mosaic.DOWN + 2);
        assertThat(lines.get(0)).startsWith("  @@@ ○  ○  ·  · ");
        assertThat(lines.get(lines.size() - 1)).isEqualTo("  1 of 240 tiles done, 2 running");
    }

    @Test
    void server_that_does_not_answer_is_told() {
        assertThat(Board.text(seen.withServerAway())).isEqualTo("1 of 240 tiles done, the server is down");
    }

    @Test
    void colours_are_set_and_reset_for_each_cell() {
        assertThat(Ink.FULL.cell(0xff8000, 0x000001)).isEqualTo("\033[38;2;255;128;0;48;2;0;0;1m▀\033[0m");
        assertThat(Ink.CUBE.cell(0xffffff, 0x000000)).isEqualTo("\033[38;5;231;48;5;16m▀\033[0m");
    }

    @Test
    void sighting_tells_who_has_what_and_what_was_tried_again() {
        assertThat(seen.inHandOf(HERE)).containsExactly(3);
        assertThat(seen.inHandOf(THERE)).containsExactly(2);
        assertThat(seen.triedAgain().stream().boxed()).containsExactly(2, 4);
        assertThat(seen.goesOn()).isTrue();
        assertThat(Sighting.of(List.of(row(1, TaskState.DONE, 1, HERE))).goesOn())
                .isFalse();
    }

    private static TaskRow row(int task, TaskState state, int attempts, NodeId node) {
        return new TaskRow(
                task,
                state,
                attempts,
                List.of(),
                new TaskRow.LastAttempt(attempts, node, "pc", Instant.EPOCH, null, null, 0, Usage.NONE, "", ""));
    }
}
