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
    void that_calls_are_short_is_known_later_than_that_they_are_long() {
        CallGroups few = new CallGroups();
        for (int i = 0; i < 16; i++) {
            assertThat(few.areKnown(20_000)).isFalse();
            few.took(TimeUnit.SECONDS.toNanos(3));
            groups.took(TimeUnit.MILLISECONDS.toNanos(100));
        }
        assertThat(few.areKnown(20_000)).isTrue();
        assertThat(groups.areKnown(20_000)).as("the first ones in their JVMs").isFalse();

        for (int i = 0; i < 240; i++) {
            groups.took(TimeUnit.MILLISECONDS.toNanos(2));
        }

        assertThat(groups.areKnown(20_000)).isTrue();
        assertThat(groups.of(calls(20_000, 10))).hasSizeLessThan(300);
        groups.took(TimeUnit.MILLISECONDS.toNanos(2));
        assertThat(groups.areKnown(20_000)).as("it stays known").isTrue();
    }

    @Test
    void how_long_calls_take_need_not_be_known_well_if_they_are_few_tasks_anyway() {
        assertThat(groups.areKnown(1)).isFalse();
        groups.took(TimeUnit.MILLISECONDS.toNanos(100));

        assertThat(groups.areKnown(160)).isTrue();
        assertThat(groups.areKnown(161)).isFalse();
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
        groups.apart(List.of(small.get(3)));

        assertThat(groups.of(large)).hasSize(8);
        assertThat(groups.of(small)).contains(List.of(small.get(3)));
    }

    @Test
    void calls_of_a_large_task_that_crashed_go_into_smaller_ones_until_the_guilty_one_is_alone() {
        groups.took(1);
        List<PendingCall<?>> all = calls(1_000, 10);

        groups.apart(all);
        List<List<PendingCall<?>>> parts = groups.of(all);
        groups.apart(parts.get(0));
        List<List<PendingCall<?>>> smaller = groups.of(parts.get(0));
        groups.apart(smaller.get(0));

        assertThat(parts).hasSize(8);
        assertThat(smaller).hasSize(9);
        assertThat(groups.of(smaller.get(0))).hasSize(smaller.get(0).size());
    }

    @Test
    void numbers_that_are_not_in_a_row_share_a_task_only_as_far_as_its_entry_has_room() {
        groups.took(1);
        List<PendingCall<?>> odd = new ArrayList<>(calls(8_000, 10));
        odd.removeIf(call -> call.key().number() % 2 == 0);

        List<List<PendingCall<?>>> tasks = groups.of(odd);

        assertThat(tasks).hasSizeGreaterThan(10);
        for (List<PendingCall<?>> task : tasks) {
            CallNumbers numbers = new CallNumbers(
                    "abc", task.stream().map(call -> call.key().number()).toList());
            assertThat(numbers.toString()).hasSizeLessThan(16_000);
            assertThat(CallNumbers.read(numbers.toString())).isEqualTo(numbers);
        }
    }

    @Test
    void numbers_in_a_row_are_written_as_their_first_and_last() {
        CallNumbers numbers = new CallNumbers("abc", List.of(4L, 5L, 6L, 9L, 8L));

        assertThat(numbers).hasToString("calls 4-6,9,8 of abc");
        assertThat(CallNumbers.read("calls 4-6,9,8 of abc")).isEqualTo(numbers);
        assertThat(CallNumbers.read("call 7 of abc")).isEqualTo(new CallNumbers("abc", List.of(7L)));
        assertThat(CallNumbers.read("calls 1-999999999 of abc")).isNull();
        assertThat(CallNumbers.read("calls 4-5-6 of abc")).isNull();
        assertThat(CallNumbers.read("calls 6-4 of abc")).isNull();
    }
}
