package org.gleaner.server.problem;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.gleaner.core.id.NodeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a host says or does not say, its problem is stopped with a reason and nobody waits for ever. */
final class HostProcessComponentTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String READY = "printf '\\000\\000\\000\\002'; ";

    @TempDir
    Path directory;

    private HostProcess host(String script, Duration patience) throws Exception {
        return HostProcess.start(List.of("/bin/sh", "-c", script), directory, patience);
    }

    private static void merge(HostProcess host, HostProcess.Content unit, HostProcess.Content outcome)
            throws Exception {
        host.merge(unit, outcome, new NodeId(3), Duration.ofSeconds(1));
    }

    private static HostProcess.Content content(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return new HostProcess.Content(new ByteArrayInputStream(bytes), bytes.length);
    }

    private static void assertFails(ThrowingCallable talk, boolean own, String why) {
        assertThatThrownBy(talk)
                .isInstanceOfSatisfying(
                        HostFailed.class, failed -> assertThat(failed.isOwn()).isEqualTo(own))
                .hasMessageContaining(why);
    }

    @Test
    void units_are_taken_and_it_is_told_whether_that_was_all() throws Exception {
        List<String> units = new ArrayList<>();
        String script = READY + "head -c 5 >/dev/null; printf 'N\\001\\000\\000\\000\\002\\000\\000\\000\\002ab"
                + "\\000\\000\\000\\001c'; cat >/dev/null";

        try (HostProcess host = host(script, LONG)) {
            assertThat(host.more(2, unit -> units.add(new String(unit, UTF_8)))).isTrue();
        }

        assertThat(units).containsExactly("ab", "c");
    }

    /** Each takes 29 bytes and more: a letter, two blocks with their lengths, the node and the time. */
    @Test
    void results_are_merged_while_later_ones_are_on_their_way_and_what_fails_is_told() throws Exception {
        String merge = "head -c 29 >/dev/null; ";
        try (HostProcess host = host(READY + merge + merge + "printf MM; cat >/dev/null", LONG)) {
            merge(host, content("ab"), content("cd"));
            merge(host, content("ef"), content("gh"));
            host.merged();
            host.merged();
        }
        String fails = "printf 'MF\\000\\000\\000\\004oops'; ";
        try (HostProcess host = host(READY + merge + merge + fails + "exit 4", LONG)) {
            merge(host, content("ab"), content("cd"));
            merge(host, content("ef"), content("gh"));
            assertFails(host::merged, true, "oops");
        }
        // Its end is noticed only when something is written to it.
        try (HostProcess host = host(READY + merge + fails + "exit 4", LONG)) {
            merge(host, content("ab"), content("cd"));
            assertFails(
                    () -> {
                        for (int i = 0; i < 10_000; i++) {
                            merge(host, content("ef"), content("gh"));
                        }
                    },
                    true,
                    "oops");
        }
    }

    @Test
    void one_that_does_not_answer_is_killed() throws Exception {
        try (HostProcess host = host(READY + "exec sleep 1000", Duration.ofSeconds(1))) {
            assertFails(() -> host.open(content("state")), true, "did not answer within 1 s.");
        }
    }

    @Test
    void one_that_says_what_it_should_not_is_believed_nothing() throws Exception {
        assertFails(
                () -> host("printf '\\000\\000\\000\\003'; cat >/dev/null", LONG), true, "different protocol version");
        try (HostProcess host = host(READY + "printf X; exec sleep 1000", LONG)) {
            assertFails(() -> host.open(content("state")), true, "can't be understood");
        }
        try (HostProcess host = host(READY + "printf 'N\\001\\177\\000\\000\\000'; cat >/dev/null", LONG)) {
            assertFails(() -> host.more(2, unit -> {}), true, "at most 2");
        }
        try (HostProcess host = host(READY + "printf 'F\\000\\000\\000\\004oops'; cat >/dev/null", LONG)) {
            assertFails(() -> host.open(content("state")), true, "oops");
        }
    }

    @Test
    void how_it_ended_says_who_is_to_blame() throws Exception {
        try (HostProcess host = host(READY + "echo sorry >&2; exit 5", LONG)) {
            assertFails(() -> host.open(content("state")), true, "exit code 5. sorry");
        }
        try (HostProcess host = host(READY + "exit 3", LONG)) {
            assertFails(() -> host.open(content("state")), true, "more memory");
        }
        try (HostProcess host = host(READY + "kill -9 $$", LONG)) {
            assertFails(() -> host.open(content("state")), false, "signal 9");
        }
    }

    @Test
    void what_is_merged_is_read_back_from_a_state_and_nothing_else_is() throws Exception {
        BitSet merged = new BitSet();
        merged.set(1, 4);
        merged.set(7);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Merged.write(new DataOutputStream(bytes), merged);

        assertThat(bytes.size()).isEqualTo((int) Merged.size(merged));
        assertThat(Merged.read(data(bytes), 7)).isEqualTo(merged);
        assertFails(() -> Merged.read(data(bytes), 6), true, "tasks that do not exist");
        assertFails(
                () -> Merged.read(new DataInputStream(new ByteArrayInputStream(new byte[8])), 6),
                true,
                "not the state");
    }

    private static DataInputStream data(ByteArrayOutputStream bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    }
}
