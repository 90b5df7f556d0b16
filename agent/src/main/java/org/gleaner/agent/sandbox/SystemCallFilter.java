package org.gleaner.agent.sandbox;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which calls of the system a task may not make: a program for the kernel's small machine (seccomp, classic BPF). It
 * lets everything through but what reaches beyond the sandbox or makes much of the kernel open to attack for no use to
 * a computation. What programs try and do without if it is missing is answered "no such call", the rest "not
 * permitted". Calls of another architecture (32-bit programs on x86-64) end the program.
 */
final class SystemCallFilter {
    /** The processors that we have numbers for; all others have no filter. */
    enum Processor {
        X64(0xC000003E),
        ARM64(0xC00000B7);

        private final int architecture;

        Processor(int architecture) {
            this.architecture = architecture;
        }

        static Optional<Processor> ofThisMachine() {
            return switch (System.getProperty("os.arch", "")) {
                case "amd64", "x86_64" -> Optional.of(X64);
                case "aarch64" -> Optional.of(ARM64);
                default -> Optional.empty();
            };
        }
    }

    /** Numbers of a call on each processor; a negative one does not exist there. */
    private record Call(int x64, int arm64) {
        static Call both(int number) {
            return new Call(number, number);
        }

        int on(Processor processor) {
            return processor == Processor.X64 ? x64 : arm64;
        }
    }

    /** Calls that are answered with this error. */
    private record Refusal(int error, List<Call> calls) {
        /** @param numbers of each call two, in the order of the processors */
        static Refusal of(int error, int... numbers) {
            List<Call> calls = new ArrayList<>();
            for (int i = 0; i < numbers.length; i += 2) {
                calls.add(new Call(numbers[i], numbers[i + 1]));
            }
            return new Refusal(error, calls);
        }
    }

    private static final int EPERM = 1;
    private static final int ENOSYS = 38;
    private static final int EAFNOSUPPORT = 97;

    private static final Call CLONE = new Call(56, 220);
    private static final Call UNSHARE = new Call(272, 97);
    private static final Call SOCKET = new Call(41, 198);
    private static final Call IOCTL = new Call(16, 29);
    private static final Call IOPRIO_SET = new Call(251, 30);

    /** All CLONE_NEW… that clone knows. */
    private static final int NEW_NAMESPACES = 0x7E020000;

    private static final int NEW_TIME_NAMESPACE = 0x80;

    /** Would type into the terminal of whoever started the agent, if a task ever had it: TIOCSTI and TIOCLINUX. */
    private static final List<Integer> TYPING = List.of(0x5412, 0x541C);

    /** The class of those who get the disk when nobody else wants it is 3; what is above are hints. */
    private static final int IDLE_IO = 3 << 13;

    private static final int ABOVE_IDLE_IO = 4 << 13;

    private static final int LOCAL = 1;
    /** Others reach past the network namespace (virtual machines' sockets) or much of the kernel: IP and netlink. */
    private static final List<Integer> NETWORKS = List.of(2, 10, 16);

    /** The one after the last of the ordinary numbers on x86-64: those of its x32 kind begin here. */
    private static final int X32 = 0x40000000;

    private static final List<Refusal> REFUSED = List.of(
            // Keys belong to the user, so also to tasks of other owners: add_key, request_key, keyctl.
            Refusal.of(EPERM, 248, 217, 249, 218, 250, 219),
            // Its flags are out of our sight; libraries then take clone. clone3, setns.
            Refusal.of(ENOSYS, 435, 435),
            Refusal.of(EPERM, 308, 268),
            // So is the mode of what it makes; libraries then take openat. openat2.
            Refusal.of(ENOSYS, 437, 437),
            // ptrace, bpf, perf_event_open, userfaultfd, io_uring_setup, _enter, _register.
            Refusal.of(EPERM, 101, 117, 321, 280, 298, 241, 323, 282),
            Refusal.of(ENOSYS, 425, 425, 426, 426, 427, 427),
            // mount, umount2, pivot_root, chroot, open_tree, move_mount, fsopen, fsconfig, fsmount, fspick.
            Refusal.of(EPERM, 165, 40, 166, 39, 155, 41, 161, 51, 428, 428, 429, 429),
            Refusal.of(EPERM, 430, 430, 431, 431, 432, 432, 433, 433),
            // mount_setattr, open_tree_attr, quotactl, quotactl_fd, fanotify_init, name_to_ and open_by_handle_at.
            Refusal.of(EPERM, 442, 442, 467, 467, 179, 60, 443, 443, 300, 262, 303, 264, 304, 265),
            // The machine itself: kexec_load, kexec_file_load, init_, finit_ and delete_module, reboot, swapon,
            // swapoff.
            Refusal.of(EPERM, 246, 104, 320, 294, 175, 105, 313, 273, 176, 106, 169, 142, 167, 224, 168, 225),
            // syslog, acct, settimeofday, clock_settime, clock_adjtime, vhangup, iopl, ioperm.
            Refusal.of(EPERM, 103, 116, 163, 89, 164, 170, 227, 112, 305, 266, 153, 58, 172, -1, 173, -1));

    /**
     * What sets a file's mode.
     *
     * @param flags which argument says whether it makes a file at all; negative if it always sets the mode
     * @param mode which argument is the mode, counted from 0
     */
    private record ModeCall(Call call, int flags, int mode) {}

    /** mkdir and mkdirat are none of them: the kernel drops these bits there, and copies of directories carry them. */
    private static final List<ModeCall> MODES = List.of(
            // chmod, fchmod, fchmodat, fchmodat2.
            new ModeCall(new Call(90, -1), -1, 1),
            new ModeCall(new Call(91, 52), -1, 1),
            new ModeCall(new Call(268, 53), -1, 2),
            new ModeCall(Call.both(452), -1, 2),
            // mknod, mknodat, creat, open, openat.
            new ModeCall(new Call(133, -1), -1, 1),
            new ModeCall(new Call(259, 33), -1, 2),
            new ModeCall(new Call(85, -1), -1, 1),
            new ModeCall(new Call(2, -1), 1, 2),
            new ModeCall(new Call(257, 56), 2, 3));

    /** In a directory outside the sandbox such a file would lend its owner's rights to everybody on the machine. */
    private static final int SET_USER_OR_GROUP = 06000;

    /** O_CREAT and the bit of O_TMPFILE that is its own. */
    private static final int MAKES_A_FILE = 0x400040;

    /** Memory that is in no process's own: shmget, memfd_create, memfd_secret; semget, msgget, mq_open. */
    private static final Refusal HIDDEN_MEMORY =
            Refusal.of(ENOSYS, 29, 194, 319, 279, 447, 447, 64, 190, 68, 186, 240, 180);

    private static final int LOAD_WORD = 0x20;
    private static final int IF_EQUAL = 0x15;
    private static final int IF_AT_LEAST = 0x35;
    private static final int IF_ANY_BIT = 0x45;
    private static final int RETURN = 0x06;

    private static final int ALLOW = 0x7FFF0000;
    private static final int KILL = 0x80000000;
    private static final int ERROR = 0x00050000;

    /** Places in what the kernel shows: the call's number, the architecture, the low half of an argument. */
    private static final int NUMBER = 0;

    private static final int ARCHITECTURE = 4;
    private static final int FIRST_ARGUMENT = 16;
    private static final int SECOND_ARGUMENT = 24;

    private record Instruction(int code, int ifTrue, int ifFalse, int value) {}

    private final Processor processor;
    private final List<Instruction> program = new ArrayList<>();

    private SystemCallFilter(Processor processor) {
        this.processor = processor;
    }

    /**
     * The program, as the kernel reads it.
     *
     * @param local whether it may make sockets that are reached by a name on this machine
     * @param watched whether memory must be in sight
     */
    static byte[] of(Processor processor, boolean local, boolean watched) {
        SystemCallFilter filter = new SystemCallFilter(processor);
        filter.begin();
        filter.namespaces();
        filter.sockets(local);
        filter.typing();
        filter.diskPriority();
        MODES.forEach(filter::mode);
        REFUSED.forEach(filter::refuse);
        if (watched) {
            filter.refuse(HIDDEN_MEMORY);
        }
        filter.add(RETURN, ALLOW);
        return filter.bytes();
    }

    private void begin() {
        add(LOAD_WORD, ARCHITECTURE);
        skip(IF_EQUAL, processor.architecture, 1, 0);
        add(RETURN, KILL);
        add(LOAD_WORD, NUMBER);
        if (processor == Processor.X64) {
            skip(IF_AT_LEAST, X32, 0, 1);
            error(ENOSYS);
        }
    }

    private void namespaces() {
        for (Call call : List.of(CLONE, UNSHARE)) {
            int flags = call.equals(UNSHARE) ? NEW_NAMESPACES | NEW_TIME_NAMESPACE : NEW_NAMESPACES;
            skip(IF_EQUAL, call.on(processor), 0, 4);
            add(LOAD_WORD, FIRST_ARGUMENT);
            skip(IF_ANY_BIT, flags, 0, 1);
            error(EPERM);
            add(RETURN, ALLOW);
        }
    }

    private void sockets(boolean local) {
        List<Integer> allowed = new ArrayList<>(NETWORKS);
        if (local) {
            allowed.add(LOCAL);
        }
        skip(IF_EQUAL, SOCKET.on(processor), 0, allowed.size() + 3);
        add(LOAD_WORD, FIRST_ARGUMENT);
        for (int i = 0; i < allowed.size(); i++) {
            skip(IF_EQUAL, allowed.get(i), allowed.size() - i, 0);
        }
        error(EAFNOSUPPORT);
        add(RETURN, ALLOW);
    }

    private void typing() {
        skip(IF_EQUAL, IOCTL.on(processor), 0, TYPING.size() + 3);
        add(LOAD_WORD, SECOND_ARGUMENT);
        for (int i = 0; i < TYPING.size(); i++) {
            skip(IF_EQUAL, TYPING.get(i), TYPING.size() - i, 0);
        }
        add(RETURN, ALLOW);
        error(EPERM);
    }

    /** A task has the lowest priority at the disk from its agent, and no right of the kernel's keeps it there. */
    private void diskPriority() {
        skip(IF_EQUAL, IOPRIO_SET.on(processor), 0, 5);
        add(LOAD_WORD, argument(2));
        skip(IF_AT_LEAST, IDLE_IO, 0, 2);
        skip(IF_AT_LEAST, ABOVE_IDLE_IO, 1, 0);
        add(RETURN, ALLOW);
        error(EPERM);
    }

    private void mode(ModeCall one) {
        int number = one.call().on(processor);
        if (number < 0) {
            return;
        }
        boolean depends = one.flags() >= 0;
        skip(IF_EQUAL, number, 0, depends ? 7 : 4);
        if (depends) {
            add(LOAD_WORD, argument(one.flags()));
            skip(IF_ANY_BIT, MAKES_A_FILE, 1, 0);
            add(RETURN, ALLOW);
        }
        add(LOAD_WORD, argument(one.mode()));
        skip(IF_ANY_BIT, SET_USER_OR_GROUP, 0, 1);
        error(EPERM);
        add(RETURN, ALLOW);
    }

    private static int argument(int place) {
        return FIRST_ARGUMENT + place * Long.BYTES;
    }

    private void refuse(Refusal one) {
        for (Call call : one.calls()) {
            if (call.on(processor) >= 0) {
                skip(IF_EQUAL, call.on(processor), 0, 1);
                error(one.error());
            }
        }
    }

    private void error(int number) {
        add(RETURN, ERROR | number);
    }

    private void add(int code, int value) {
        program.add(new Instruction(code, 0, 0, value));
    }

    private void skip(int code, int value, int ifTrue, int ifFalse) {
        program.add(new Instruction(code, ifTrue, ifFalse, value));
    }

    private byte[] bytes() {
        // Both processors are little-endian where Linux runs Java on them.
        ByteBuffer bytes = ByteBuffer.allocate(program.size() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (Instruction one : program) {
            bytes.putShort((short) one.code())
                    .put((byte) one.ifTrue())
                    .put((byte) one.ifFalse())
                    .putInt(one.value());
        }
        return bytes.array();
    }
}
