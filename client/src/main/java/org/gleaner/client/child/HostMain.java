package org.gleaner.client.child;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.gleaner.client.problem.Splitting;
import org.gleaner.client.problem.Splitting.UnitCall;
import org.jspecify.annotations.Nullable;

/**
 * Holds what splits a problem, beside the server, and speaks with the server: only when it is asked, and through
 * descriptors that nothing else in the JVM uses, so that whatever prints or reads can't get between. It keeps nothing
 * that is not saved, and ends with whoever started it.
 */
public final class HostMain {
    /** The version of what is spoken; the server says no to others. */
    private static final int VERSION = 2;

    private static final int LARGEST_STATE = 1 << 30;
    /** What the server asks, and what is answered. */
    private static final int OPEN = 'O';

    private static final int MERGE = 'M';
    private static final int MORE = 'N';
    private static final int SAVE = 'S';
    private static final int ANSWER = 'A';
    private static final int FAILED = 'F';

    private static final int LONGEST_TEXT = 4_000;
    private static final int ENDED_BY_FAILURE = 4;

    private final DataInputStream in;
    private final DataOutputStream out;
    private final ClassLoader loader;
    private final PatientReader reader;
    private @Nullable Splitting<Object, @Nullable Object, Object> progress;

    /**
     * @param loader has the classes of the problem
     * @param reader reads what machines of other people sent
     */
    HostMain(InputStream in, OutputStream out, ClassLoader loader, PatientReader reader) {
        this.loader = loader;
        this.reader = reader;
        this.in = new DataInputStream(new BufferedInputStream(in));
        this.out = new DataOutputStream(new BufferedOutputStream(out));
    }

    /** @param words the files through which it is asked, and answers; the processes that it starts inherit neither */
    public static void main(String[] words) throws IOException {
        HostMain host = new HostMain(
                new FileInputStream(words[0]),
                new FileOutputStream(words[1]),
                HostMain.class.getClassLoader(),
                new PatientReader());
        Runtime.getRuntime().addShutdownHook(new Thread(host::ending, "last words"));
        host.say(out -> out.writeInt(VERSION));
        int end = host.serve();
        // Threads that the problem left behind must not keep it alive.
        Runtime.getRuntime().halt(end);
    }

    /** Something that is said, all of it or nothing: whoever ends the JVM may do so from any thread. */
    private interface Said {
        void to(DataOutputStream out) throws IOException;
    }

    private void say(Said said) throws IOException {
        synchronized (out) {
            said.to(out);
            out.flush();
        }
    }

    private void sayFailed(String why) throws IOException {
        byte[] text = why.substring(0, Math.min(why.length(), LONGEST_TEXT)).getBytes(UTF_8);
        say(to -> {
            to.write(FAILED);
            block(to, text);
        });
    }

    /** Of a hook. The problem's code is to be blamed for an end that it called for, and for no other. */
    private void ending() {
        String exit = ExitCall.place();
        if (exit != null) {
            try {
                sayFailed("Its code called System.exit, in " + exit + ". Have it throw an exception instead.");
            } catch (IOException gone) {
                // Nobody listens.
                return;
            }
        }
    }

    /** Until nobody asks any more, or something failed. */
    int serve() throws IOException {
        for (int asked = in.read(); asked >= 0; asked = in.read()) {
            Said answer;
            try {
                answer = answer(asked);
            } catch (EOFException gone) {
                return 0;
            } catch (IOException
                    | InterruptedException
                    | ReflectiveOperationException
                    | RuntimeException
                    | LinkageError
                    | StackOverflowError failed) {
                sayFailed(TraceText.of(failed));
                return ENDED_BY_FAILURE;
            }
            say(answer);
        }
        return 0;
    }

    /** Does what is asked, and says afterwards what came of it. */
    private Said answer(int asked) throws IOException, ReflectiveOperationException, InterruptedException {
        return switch (asked) {
            case OPEN -> open();
            case MERGE -> merge();
            case MORE -> more();
            case SAVE -> answered(SAVE, ObjectWriter.bytes(opened(), LARGEST_STATE));
            case ANSWER -> answered(ANSWER, ObjectWriter.bytes(opened().answer(), LARGEST_STATE));
            default -> throw new IOException("the server asked for something unknown here: " + asked);
        };
    }

    private static Said answered(int kind, byte[] content) {
        return to -> {
            to.write(kind);
            block(to, content);
        };
    }

    // Whoever wrote it said what its units and results are; nothing here depends on it.
    @SuppressWarnings("unchecked")
    private Said open() throws IOException, ReflectiveOperationException {
        progress = (Splitting<Object, @Nullable Object, Object>) read(Bytes.block(in, LARGEST_STATE), new HashSet<>());
        return to -> to.write(OPEN);
    }

    private Splitting<Object, @Nullable Object, Object> opened() {
        return Objects.requireNonNull(progress, "the problem was not opened");
    }

    // As above.
    @SuppressWarnings("unchecked")
    private Said merge() throws IOException, ReflectiveOperationException, InterruptedException {
        byte[] unit = Bytes.block(in, CallFile.LARGEST_CALL + (1 << 10));
        byte[] result = Bytes.block(in, OutcomeFile.LARGEST + (1 << 10));
        // What the server knows itself: whose result it is, and how long it can have run at most.
        String machine = "node " + in.readLong();
        long mostNanos = in.readLong();
        List<TravellingCall> calls = CallFile.read(new DataInputStream(new ByteArrayInputStream(unit)));
        Set<Class<?>> classes = new HashSet<>();
        UnitCall<Object, @Nullable Object> call = (UnitCall<Object, @Nullable Object>)
                Objects.requireNonNull(read(calls.get(0).bytes(), classes));
        List<CallOutcome> outcomes = List.of();
        String spoilt = "there is none";
        try {
            outcomes = OutcomeFile.read(new ByteArrayInputStream(result));
        } catch (IOException made) {
            spoilt = made.toString();
        }
        if (outcomes.isEmpty()) {
            opened().failed(call, "Its outcome can't be read: " + spoilt + ".");
        } else {
            if (LostReaders.refusal(null) != null) {
                throw new IOException("too many results take forever to read");
            }
            CallOutcome outcome = outcomes.get(0).within(mostNanos);
            new UnitOutcome(outcome, classes, loader).into(opened(), call, machine, reader);
        }
        return to -> to.write(MERGE);
    }

    private Said more() throws IOException {
        int most = in.readInt();
        List<byte[]> units = new ArrayList<>();
        UnitCall<Object, @Nullable Object> unit = most > 0 ? opened().next() : null;
        while (unit != null) {
            byte[] bytes = unit(unit);
            units.add(CallFile.of(new TravellingCall(new CallKey(opened().seed(), opened().made()), bytes)));
            unit = units.size() < most ? opened().next() : null;
        }
        boolean finished = opened().isFinished();
        return to -> {
            to.write(MORE);
            to.writeBoolean(finished);
            to.writeInt(units.size());
            for (byte[] one : units) {
                block(to, one);
            }
        };
    }

    private static byte[] unit(UnitCall<Object, @Nullable Object> unit) throws IOException {
        try {
            return ObjectWriter.bytes(unit, CallFile.LARGEST_CALL);
        } catch (IOException refused) {
            throw new IOException("a unit can't travel: " + refused.getMessage(), refused);
        }
    }

    private static void block(DataOutputStream to, byte[] bytes) throws IOException {
        to.writeInt(bytes.length);
        to.write(bytes);
    }

    /**
     * What a host wrote, of whatever class.
     *
     * @param classes to which those are added that it is made of
     */
    private @Nullable Object read(byte[] bytes, Set<Class<?>> classes)
            throws IOException, ReflectiveOperationException {
        return ObjectReader.read(bytes, loader, seen -> {
            Class<?> type = seen.serialClass();
            while (type != null && type.isArray()) {
                type = type.getComponentType();
            }
            if (type != null) {
                classes.add(type);
            }
            return ObjectInputFilter.Status.UNDECIDED;
        });
    }
}
