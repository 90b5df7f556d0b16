package org.gleaner.client.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.child.CallKey;
import org.junit.jupiter.api.Test;

final class CallGroupsTest {
    private final CallGroups groups = new CallGroups();

    private static List<PendingCall<?>> calls(int count, int bytes) {
        List<PendingCall<?>> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            WrittenCall written = new WrittenCall(new byte[bytes], Set.of(), null);
            calls.add(new PendingCall<>(new CallKey(0, i), written, () -> {}, (call, running) -> {}));
        }
        return calls;
    }

    @Test
    void calls_of_unknown_length_go_one_by_one() {
        assertThat(groups.of(calls(100, 10))).hasSize(100);
    }

    @Test
    void short_calls_go_together_but_never_all_of_them() {
        groups.took(TimeUnit.MILLISECONDS.toNanos(100));

        assertThat(groups.of(calls(100, 10))).hasSize(10);
        assertThat(groups.of(calls(8, 10))).hasSize(4);
    }

    @Test
    void where_a_jvm_takes_long_to_start_more_calls_share_it() {
        groups.took(TimeUnit.SECONDS.toNanos(1));
        groups.started(TimeUnit.SECONDS.toNanos(5));

        assertThat(groups.of(calls(100, 10))).hasSize(5);
    }

    @Test
    void large_calls_do_not_share_a_task_and_one_that_crashed_goes_alone() {
        groups.took(1);
        List<PendingCall<?>> large = calls(8, 9 << 20);
        List<PendingCall<?>> small = calls(40, 10);
        groups.alone(small.get(3));

        assertThat(groups.of(large)).hasSize(8);
        assertThat(groups.of(small)).contains(List.of(small.get(3)));
    }
}
