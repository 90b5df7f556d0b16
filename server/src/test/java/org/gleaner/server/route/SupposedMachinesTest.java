package org.gleaner.server.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.gleaner.core.ahead.Variation;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.protocol.message.WhatIfQuestion;
import org.gleaner.protocol.message.WhatIfQuestion.More;
import org.gleaner.server.http.Refused;
import org.junit.jupiter.api.Test;

/** Two machines of a lab with two and eight slots, and one of an office. */
final class SupposedMachinesTest {
    private static final NodeId SMALL = new NodeId(1);
    private static final NodeId LARGE = new NodeId(2);
    private static final NodeId OFFICE = new NodeId(3);

    private static SupposedMachines pool(int mostSlots) {
        return pool(mostSlots, "1G");
    }

    private static SupposedMachines pool(int mostSlots, String room) {
        NavigableMap<NodeId, SupposedMachines.Known> pool = new TreeMap<>();
        pool.put(SMALL, new SupposedMachines.Known(facts("small", "lab"), 2));
        pool.put(LARGE, new SupposedMachines.Known(facts("large", "lab"), 8));
        pool.put(OFFICE, new SupposedMachines.Known(facts("desk", "office"), 4));
        return new SupposedMachines(pool, mostSlots, MemorySize.parse(room));
    }

    private static NodeFacts facts(String name, String tag) {
        return new NodeFacts(name, "linux", "amd64", 8, Duration.ofMillis(200), "0.2.0")
                .with(new Abilities(List.of(), List.of(tag), List.of(), List.of()));
    }

    private static WhatIfQuestion question(List<More> add, List<String> remove) {
        return new WhatIfQuestion(add, remove, Collections.emptyMap(), List.of(), List.of(), 1, null);
    }

    @Test
    void machines_are_called_by_id_name_or_tag() throws Exception {
        Variation variation =
                pool(1_000).of(question(List.of(new More(1, "lab"), new More(2, "")), List.of("desk", "n1")));

        assertThat(variation.added())
                .containsExactly(
                        new Variation.Twins(1, List.of(SMALL, LARGE)),
                        new Variation.Twins(2, List.of(SMALL, LARGE, OFFICE)));
        assertThat(variation.removed()).containsExactly(SMALL, OFFICE);
    }

    @Test
    void as_many_slots_count_as_machines_taken_in_turns_have() throws Exception {
        WhatIfQuestion five = question(List.of(new More(5, "lab")), List.of());

        assertThat(pool(22).of(five).added()).hasSize(1);
        assertThatThrownBy(() -> pool(21).of(five))
                .isInstanceOf(Refused.class)
                .hasMessage("The machines to add have 22 slots in all; at most 21 can be simulated.");
    }

    @Test
    void what_all_machines_to_add_take_of_the_heap_is_bounded() throws Exception {
        WhatIfQuestion many = question(List.of(new More(2_000, "desk"), new More(2_000, "desk")), List.of());

        assertThat(pool(100_000, "40M").of(many).added()).hasSize(2);
        assertThatThrownBy(() -> pool(100_000, "32M").of(many))
                .isInstanceOfSatisfying(
                        Refused.class,
                        why -> assertThat(why.problem().toString()).contains("/add/1/count", "larger heap"))
                .hasMessage("Simulating the machines to add takes about 39 MB of the server's memory; at most 32 MB"
                        + " can be used for that.");
    }
}
