package org.gleaner.agent.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.gleaner.agent.sandbox.SystemCallFilter.Processor;
import org.junit.jupiter.api.Test;

/** The filters of both processors, run by a machine of our own that knows as much as the kernel's needs for them. */
final class SystemCallFilterTest {
    private static final int X64 = 0xC000003E;
    private static final int ARM64 = 0xC00000B7;
    private static final int I386 = 0x40000003;

    private static final int ALLOWED = 0x7FFF0000;
    private static final int KILLED = 0x80000000;
    private static final int NOT_PERMITTED = 0x00050001;
    private static final int NO_SUCH_CALL = 0x00050026;
    private static final int NO_SUCH_FAMILY = 0x00050061;

    @Test
    void ordinary_calls_pass_on_both_processors() {
        // read, write, execve, exit_group; openat, pidfd_open.
        for (int number : new int[] {0, 1, 59, 231, 257, 434}) {
            assertThat(x64(number)).as("call %d", number).isEqualTo(ALLOWED);
        }
        for (int number : new int[] {63, 64, 221, 94, 56, 434}) {
            assertThat(arm64(number)).as("call %d", number).isEqualTo(ALLOWED);
        }
    }

    @Test
    void keys_mounts_tracing_and_what_opens_the_kernel_are_refused() {
        // add_key, request_key, keyctl, setns, ptrace, bpf, perf_event_open, userfaultfd, mount, open_tree, kexec_load.
        for (int number : new int[] {248, 249, 250, 308, 101, 321, 298, 323, 165, 428, 246}) {
            assertThat(x64(number)).as("call %d", number).isEqualTo(NOT_PERMITTED);
        }
        for (int number : new int[] {217, 218, 219, 268, 117, 280, 241, 282, 40, 428, 104}) {
            assertThat(arm64(number)).as("call %d", number).isEqualTo(NOT_PERMITTED);
        }
    }

    @Test
    void libraries_do_without_what_is_answered_as_unknown() {
        // clone3, io_uring_setup and openat2.
        for (int number : new int[] {435, 425, 437}) {
            assertThat(x64(number)).isEqualTo(NO_SUCH_CALL);
            assertThat(arm64(number)).isEqualTo(NO_SUCH_CALL);
        }
    }

    @Test
    void processes_and_threads_are_made_but_no_namespaces() {
        int threads = 0x003D0F00;
        int user = 0x10000000;

        assertThat(x64(56, threads)).isEqualTo(ALLOWED);
        assertThat(x64(56, user | 17)).isEqualTo(NOT_PERMITTED);
        assertThat(x64(272, 0x400)).isEqualTo(ALLOWED);
        assertThat(x64(272, user)).isEqualTo(NOT_PERMITTED);
        assertThat(x64(272, 0x80)).isEqualTo(NOT_PERMITTED);
        assertThat(arm64(220, threads)).isEqualTo(ALLOWED);
        assertThat(arm64(220, user)).isEqualTo(NOT_PERMITTED);
        assertThat(arm64(97, 0x00020000)).isEqualTo(NOT_PERMITTED);
    }

    @Test
    void only_sockets_that_a_network_namespace_holds_are_made() {
        int internet = 2;
        int virtualMachine = 40;
        int crypto = 38;

        assertThat(x64(41, internet)).isEqualTo(ALLOWED);
        assertThat(x64(41, 1)).isEqualTo(ALLOWED);
        assertThat(x64(41, virtualMachine)).isEqualTo(NO_SUCH_FAMILY);
        assertThat(arm64(198, crypto)).isEqualTo(NO_SUCH_FAMILY);
        byte[] remote = SystemCallFilter.of(Processor.X64, false, false);
        assertThat(run(remote, X64, 41, 1, 0)).isEqualTo(NO_SUCH_FAMILY);
        assertThat(run(remote, X64, 41, 10, 0)).isEqualTo(ALLOWED);
        assertThat(run(remote, X64, 53, 1, 0)).as("a pair of sockets").isEqualTo(ALLOWED);
    }

    @Test
    void nobody_types_into_a_terminal() {
        assertThat(x64(16, 0, 0x5412)).isEqualTo(NOT_PERMITTED);
        assertThat(x64(16, 0, 0x541C)).isEqualTo(NOT_PERMITTED);
        assertThat(x64(16, 0, 0x5413)).isEqualTo(ALLOWED);
        assertThat(arm64(29, 0, 0x5412)).isEqualTo(NOT_PERMITTED);
    }

    @Test
    void nobody_leaves_the_lowest_priority_at_the_disk() {
        int none = 0;
        int realTime = 1 << 13;
        int bestEffort = 2 << 13 | 7;
        int idle = 3 << 13;
        for (int priority : new int[] {none, realTime, bestEffort, 4 << 13, -1}) {
            assertThat(x64(251, 1, 0, priority)).as("priority %x", priority).isEqualTo(NOT_PERMITTED);
            assertThat(arm64(30, 1, 0, priority)).as("priority %x", priority).isEqualTo(NOT_PERMITTED);
        }
        assertThat(x64(251, 1, 0, idle)).isEqualTo(ALLOWED);
        assertThat(x64(251, 1, 0, idle | 7)).isEqualTo(ALLOWED);
        assertThat(arm64(30, 1, 0, idle)).isEqualTo(ALLOWED);
        // What is asked is told: ioprio_get.
        assertThat(x64(252, 1, 0)).isEqualTo(ALLOWED);
    }

    @Test
    void no_file_becomes_set_uid_or_set_gid() {
        for (int bits : new int[] {04755, 02755, 06000}) {
            // chmod, fchmod, mknod, creat; fchmodat, mknodat, fchmodat2.
            for (int number : new int[] {90, 91, 133, 85}) {
                assertThat(x64(number, 0, bits)).as("call %d", number).isEqualTo(NOT_PERMITTED);
                assertThat(x64(number, bits, 01777)).as("call %d", number).isEqualTo(ALLOWED);
            }
            for (int number : new int[] {268, 259, 452}) {
                assertThat(x64(number, 0, 0, bits)).as("call %d", number).isEqualTo(NOT_PERMITTED);
                assertThat(x64(number, 0, bits, 0755)).as("call %d", number).isEqualTo(ALLOWED);
            }
            // fchmodat, mknodat, fchmodat2; fchmod.
            for (int number : new int[] {53, 33, 452}) {
                assertThat(arm64(number, 0, 0, bits)).as("call %d", number).isEqualTo(NOT_PERMITTED);
                assertThat(arm64(number, 0, bits, 0755)).as("call %d", number).isEqualTo(ALLOWED);
            }
            assertThat(arm64(52, 0, bits)).isEqualTo(NOT_PERMITTED);
            assertThat(arm64(52, bits, 0644)).isEqualTo(ALLOWED);
        }
    }

    @Test
    void a_mode_counts_only_where_a_file_is_made() {
        int create = 0x41;
        int unnamed = 0x410002;
        for (int flags : new int[] {create, unnamed}) {
            assertThat(x64(2, 0, flags, 04755)).isEqualTo(NOT_PERMITTED);
            assertThat(x64(2, 0, flags, 0755)).isEqualTo(ALLOWED);
            assertThat(x64(257, 0, 0, flags, 04755)).isEqualTo(NOT_PERMITTED);
            assertThat(x64(257, 0, 0, flags, 0644)).isEqualTo(ALLOWED);
            assertThat(arm64(56, 0, 0, flags, 02755)).isEqualTo(NOT_PERMITTED);
            assertThat(arm64(56, 0, 0, flags, 0644)).isEqualTo(ALLOWED);
        }
        // What nobody set is whatever was there.
        assertThat(x64(2, 0, 0, 04755)).isEqualTo(ALLOWED);
        assertThat(x64(257, 0, 0, 0, 04755)).isEqualTo(ALLOWED);
        assertThat(arm64(56, 0, 0, 0, 04755)).isEqualTo(ALLOWED);
    }

    @Test
    void copies_of_directories_with_the_set_gid_bit_are_made() {
        // mkdir and mkdirat, of which the kernel drops the bit.
        assertThat(x64(83, 0, 02755)).isEqualTo(ALLOWED);
        assertThat(x64(258, 0, 0, 02755)).isEqualTo(ALLOWED);
        assertThat(arm64(34, 0, 0, 02755)).isEqualTo(ALLOWED);
    }

    @Test
    void memory_is_in_sight_where_it_is_watched() {
        byte[] watched = SystemCallFilter.of(Processor.X64, true, true);
        byte[] onArm = SystemCallFilter.of(Processor.ARM64, true, true);

        // memfd_create, shmget, semget, msgget, mq_open.
        for (int number : new int[] {319, 29, 64, 68, 240}) {
            assertThat(x64(number)).as("call %d", number).isEqualTo(ALLOWED);
            assertThat(run(watched, X64, number)).as("call %d", number).isEqualTo(NO_SUCH_CALL);
        }
        for (int number : new int[] {279, 194, 190, 186, 180}) {
            assertThat(arm64(number)).as("call %d", number).isEqualTo(ALLOWED);
            assertThat(run(onArm, ARM64, number)).as("call %d", number).isEqualTo(NO_SUCH_CALL);
        }
    }

    @Test
    void calls_of_another_architecture_are_none() {
        byte[] filter = SystemCallFilter.of(Processor.X64, true, false);

        assertThat(run(filter, I386, 1, 0, 0)).isEqualTo(KILLED);
        assertThat(run(filter, X64, 0x40000000 | 1, 0, 0)).isEqualTo(NO_SUCH_CALL);
        assertThat(run(SystemCallFilter.of(Processor.ARM64, true, false), I386, 1, 0, 0))
                .isEqualTo(KILLED);
    }

    private static int x64(int... call) {
        return run(SystemCallFilter.of(Processor.X64, true, false), X64, call);
    }

    private static int arm64(int... call) {
        return run(SystemCallFilter.of(Processor.ARM64, true, false), ARM64, call);
    }

    /** Classic BPF, as far as the filters use it. The call is its number and its arguments; what is not told is 0. */
    private static int run(byte[] program, int architecture, int... call) {
        ByteBuffer seen = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        seen.putInt(0, call[0]).putInt(4, architecture);
        for (int i = 1; i < call.length; i++) {
            seen.putInt(8 + i * 8, call[i]);
        }
        ByteBuffer code = ByteBuffer.wrap(program).order(ByteOrder.LITTLE_ENDIAN);
        int accumulator = 0;
        for (int at = 0; at < program.length / 8; at++) {
            int value = code.getInt(at * 8 + 4);
            boolean jump;
            switch (code.getShort(at * 8)) {
                case 0x20 -> {
                    accumulator = seen.getInt(value);
                    continue;
                }
                case 0x06 -> {
                    return value;
                }
                case 0x15 -> jump = accumulator == value;
                case 0x35 -> jump = Integer.compareUnsigned(accumulator, value) >= 0;
                case 0x45 -> jump = (accumulator & value) != 0;
                default -> throw new IllegalStateException("an instruction that nobody wrote at " + at);
            }
            at += Byte.toUnsignedInt(code.get(at * 8 + (jump ? 2 : 3)));
        }
        throw new IllegalStateException("the filter ends without an answer");
    }
}
