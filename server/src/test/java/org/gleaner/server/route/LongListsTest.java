package org.gleaner.server.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.server.http.Refused;
import org.junit.jupiter.api.Test;

final class LongListsTest {
    private final LongLists lists = new LongLists();
    private final List<String> read = new ArrayList<>();

    @Test
    void while_a_long_list_is_read_another_is_told_to_come_again_and_short_ones_are_read() throws Exception {
        Runnable over = lists.take();

        assertThatThrownBy(() -> lists.inTurn(true, () -> read.add("long"))).isInstanceOf(Refused.class);
        lists.inTurn(false, () -> read.add("short"));
        assertThat(read).containsExactly("short");

        over.run();
        over.run();
        lists.inTurn(true, () -> read.add("long"));
        assertThat(read).containsExactly("short", "long");
        Runnable unused = lists.take();
        assertThatThrownBy(lists::take).as("though the first ended twice").isInstanceOf(Refused.class);
    }
}
