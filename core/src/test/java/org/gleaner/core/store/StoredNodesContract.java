package org.gleaner.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.store.StoreSamples.ADA;
import static org.gleaner.core.store.StoreSamples.BOB;
import static org.gleaner.core.store.StoreSamples.N1;
import static org.gleaner.core.store.StoreSamples.N2;
import static org.gleaner.core.store.StoreSamples.at;
import static org.gleaner.core.store.StoreSamples.hash;
import static org.gleaner.core.store.StoreSamples.node;
import static org.gleaner.core.store.StoreSamples.nodeBelief;
import static org.gleaner.core.store.StoreSamples.typeBelief;

import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.GridEvent.DutySet;
import org.gleaner.core.grid.GridEvent.NodeObserved;
import org.gleaner.core.grid.GridEvent.RecipeRefused;
import org.gleaner.core.grid.GridEvent.RecipeTrusted;
import org.gleaner.core.grid.GridEvent.SettingChanged;
import org.gleaner.core.grid.GridEvent.TokenIssued;
import org.gleaner.core.grid.GridEvent.TokenRevoked;
import org.gleaner.core.grid.GridEvent.TypeForgotten;
import org.gleaner.core.grid.GridEvent.TypeObserved;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.StoredBeliefs;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredGrid.NodeRow;
import org.gleaner.core.grid.StoredGrid.RefusalRow;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.Recipe;
import org.gleaner.core.node.Duty;
import org.gleaner.core.observer.NodeBelief;
import org.junit.jupiter.api.Test;

/** Nodes, what is believed of them, tokens and settings come back as they were written. */
public interface StoredNodesContract extends StoreContract {
    @Test
    default void nodes_refusals_settings_and_tokens_are_replaced_and_removed() throws Exception {
        Recipe awk = new Recipe(new TypeKey(ADA, "awk"), Long.MIN_VALUE);
        Recipe sh = new Recipe(new TypeKey(ADA, "awk"), 7);
        Token user = new Token(new TokenHash(hash(5).hex()), Role.USER, ADA, null);
        Token machine = new Token(new TokenHash(hash(4).hex()), Role.NODE, null, N2);
        Token join = new Token(new TokenHash(hash(6).hex()), Role.JOIN, null, null);
        write(node(N2, 1), node(N1, 1), new RecipeRefused(N1, sh, at(3)), new RecipeRefused(N1, awk, at(4)));
        write(new SettingChanged("strategy", "fifo"), new SettingChanged("strategy", "balanced"), node(N2, 2));
        write(new TokenIssued(user), new TokenIssued(machine), new TokenIssued(join), new RecipeTrusted(N1, sh));
        write(new TokenRevoked(join.hash()));

        StoredGrid grid = restarted();

        assertThat(grid.nextNode()).isEqualTo(3);
        assertThat(grid.nodes()).containsExactly(row(node(N1, 1)), row(node(N2, 2)));
        assertThat(grid.refusals()).containsExactly(new RefusalRow(N1, awk, at(4)));
        assertThat(grid.settings()).containsExactly(Map.entry("strategy", "balanced"));
        assertThat(grid.tokens()).containsExactly(machine, user);
    }

    @Test
    default void whose_copy_a_node_is_comes_back_too() throws Exception {
        GridEvent.NodeIntroduced plain = node(N2, 1);
        GridEvent.NodeIntroduced copy =
                new GridEvent.NodeIntroduced(N2, 1, plain.facts(), plain.capacity(), plain.at(), plain.stay(), N1);
        write(node(N1, 1), copy);

        assertThat(restarted().nodes()).containsExactly(row(node(N1, 1)), row(copy));
    }

    private static NodeRow row(GridEvent.NodeIntroduced event) {
        return NodeRow.of(event);
    }

    @Test
    default void what_is_believed_comes_back_to_the_last_bit() throws Exception {
        TypeKey type = new TypeKey(BOB, "simu late.py");
        write(
                node(N1, 1),
                node(N2, 1),
                new NodeObserved(N1, nodeBelief(1)),
                new NodeObserved(N2, NodeBelief.NEW),
                new TypeObserved(type, typeBelief(1)));
        write(new TypeObserved(type, typeBelief(7)), new NodeObserved(N1, nodeBelief(2)));

        assertThat(restarted().beliefs())
                .isEqualTo(new StoredBeliefs(
                        new TreeMap<>(Map.of(N1, nodeBelief(2), N2, NodeBelief.NEW)),
                        new TreeMap<>(Map.of(type, typeBelief(7)))));
    }

    @Test
    default void only_the_youngest_belief_of_a_batch_counts_wherever_it_stands() throws Exception {
        TypeKey type = new TypeKey(BOB, "awk");
        TypeKey gone = new TypeKey(ADA, "awk");
        write(
                node(N1, 1),
                node(N2, 1),
                new NodeObserved(N1, nodeBelief(1)),
                new TypeObserved(gone, typeBelief(1)),
                new TypeObserved(type, typeBelief(1)),
                new NodeObserved(N2, nodeBelief(1)),
                new NodeObserved(N1, nodeBelief(2)),
                new TypeForgotten(gone),
                new TypeForgotten(type),
                new TypeObserved(type, typeBelief(2)),
                new DutySet(N2, Duty.FORGOTTEN));

        assertThat(restarted().beliefs())
                .isEqualTo(new StoredBeliefs(
                        new TreeMap<>(Map.of(N1, nodeBelief(2))), new TreeMap<>(Map.of(type, typeBelief(2)))));
    }
}
