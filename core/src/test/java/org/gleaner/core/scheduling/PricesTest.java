package org.gleaner.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.observer.RunLengths;
import org.gleaner.core.observer.WorkSpread;
import org.gleaner.core.scheduling.Scene.Node;
import org.junit.jupiter.api.Test;

class PricesTest {
    private static WorkSpread minutes(double minutes) {
        double[] weights = new double[RunLengths.POINTS];
        weights[(int) Math.round(RunLengths.position(minutes))] = 1;
        return WorkSpread.mixed(weights);
    }

    private static List<Asker> nodes(double... uptimes) {
        List<Asker> nodes = new ArrayList<>();
        for (double uptime : uptimes) {
            nodes.add(Node.up(nodes.size() + 1L, 1, uptime));
        }
        return nodes;
    }

    @Test
    void the_length_of_which_too_much_is_open_gets_dearer() {
        WorkSpread brief = minutes(10);
        WorkSpread extended = minutes(400);
        List<Load> mostlyLong = List.of(new Load(brief, 10, 0), new Load(extended, 1000, 0));

        Prices prices = Prices.EQUAL.next(mostlyLong, nodes(5, 50, 500, 5000), 1);

        assertThat(prices.of(extended)).isGreaterThan(prices.of(brief));
    }

    @Test
    void one_length_alone_needs_no_price() {
        Prices prices = Prices.EQUAL.next(List.of(new Load(minutes(10), 5, 5)), nodes(5, 50), 1);

        assertThat(prices).isSameAs(Prices.EQUAL);
    }

    @Test
    void a_length_that_was_not_open_has_the_price_of_the_nearest() {
        List<Load> loads = List.of(new Load(minutes(10), 10, 0), new Load(minutes(400), 1000, 0));

        Prices prices = Prices.EQUAL.next(loads, nodes(5, 50, 500, 5000), 1);

        assertThat(prices.of(minutes(900))).isEqualTo(prices.of(minutes(400)));
        assertThat(prices.of(minutes(1))).isEqualTo(prices.of(minutes(10)));
    }

    @Test
    void prices_settle_so_that_nodes_that_stay_take_the_long_tasks() {
        List<Asker> nodes = nodes(1, 2, 3, 4000, 5000, 6000);
        List<Load> loads = List.of(new Load(minutes(10), 1000, 0), new Load(minutes(400), 25, 0));
        Prices prices = Prices.EQUAL;
        for (int survey = 0; survey < 20; survey++) {
            prices = prices.next(loads, nodes, 1);
        }

        assertThat(prefersLong(nodes.get(0), prices)).isFalse();
        assertThat(prefersLong(nodes.get(5), prices)).isTrue();
    }

    private static boolean prefersLong(Asker node, Prices prices) {
        NodeYield onNode = new NodeYield(node);
        WorkSpread brief = minutes(10);
        WorkSpread extended = minutes(400);
        return prices.of(extended) * onNode.workPerMinute(extended) > prices.of(brief) * onNode.workPerMinute(brief);
    }
}
