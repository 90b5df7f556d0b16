package org.gleaner.client.child;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.gleaner.client.problem.Splitting;
import org.gleaner.client.problem.Splitting.UnitCall;
import org.jspecify.annotations.Nullable;

/**
 * Holds what splits a problem, beside the server, and speaks with the server over its standard input and output: only
 * when it is asked. It keeps nothing that is not saved, and ends with whoever started it.
 */
public final class HostMain {
    /** The version of what is spoken; the server says no to others. */
    private static final int VERSION = 1;

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
    private @Nullable Splitting<Object, @Nullable Object, Object> progress;

    private HostMain(InputStream in, FileOutputStream out) {
        this.in = new DataInputStream(new BufferedInputStream(in));
        this.out = new DataOutputStream(new BufferedOutputStream(out));
    }

    public static void main(String[] words) throws IOException {
        HostMain host = new HostMain(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
        // What the problem's own code prints must not get between what is spoken.
        System.setOut(System.err);
        System.setIn(InputStream.nullInputStream());
        host.out.writeInt(VERSION);
        host.out.flush();
        int end = host.serve();
        // Threads that the problem left behind must not keep it alive.
        Runtime.getRuntime().halt(end);
    }

    /** Until nobody asks any more, or something failed. */
    private int serve() throws IOException {
        for (int asked = in.read(); asked >= 0; asked = in.read()) {
            String failure = null;
            try {
                answer(asked);
            } catch (EOFException gone) {
                return 0;
            } catch (IOException
                    | ReflectiveOperationException
                    | RuntimeException
                    | LinkageError
                    | StackOverflowError failed) {
                failure = TraceText.of(failed);
            }
            if (failure != null) {
                byte[] text = failure.substring(0, Math.min(failure.length(), LONGEST_TEXT))
                        .getBytes(UTF_8);
                out.write(FAILED);
                block(text);
                out.flush();
                return ENDED_BY_FAILURE;
            }
            out.flush();
        }
        return 0;
    }

    private void answer(int asked) throws IOException, ReflectiveOperationException {
        switch (asked) {
            case OPEN -> open();
            case MERGE -> merge();
            case MORE -> more();
            case SAVE -> {
                byte[] state = bytes(opened());
                out.write(SAVE);
                block(state);
            }
            case ANSWER -> {
                byte[] answer = bytes(opened().answer());
                out.write(ANSWER);
                block(answer);
            }
            default -> throw new IOException("the server asked for what is not known here: " + asked);
        }
    }

    // Whoever wrote it said what its units and results are; nothing here depends on it.
    @SuppressWarnings("unchecked")
    private void open() throws IOException, ReflectiveOperationException {
        progress = (Splitting<Object, @Nullable Object, Object>) read(Bytes.block(in, LARGEST_STATE));
        out.write(OPEN);
    }

    private Splitting<Object, @Nullable Object, Object> opened() {
        return Objects.requireNonNull(progress, "the problem was not opened");
    }

    // As above; and a result may be null if the algorithm says so.
    @SuppressWarnings({"unchecked", "NullAway"})
    private void merge() throws IOException, ReflectiveOperationException {
        byte[] unit = Bytes.block(in, CallFile.LARGEST_CALL + (1 << 10));
        byte[] result = Bytes.block(in, OutcomeFile.LARGEST + (1 << 10));
        List<TravellingCall> calls = CallFile.read(new DataInputStream(new ByteArrayInputStream(unit)));
        UnitCall<Object, @Nullable Object> call = (UnitCall<Object, @Nullable Object>)
                Objects.requireNonNull(read(calls.get(0).bytes()));
        List<CallOutcome> outcomes = OutcomeFile.read(new ByteArrayInputStream(result));
        if (outcomes.isEmpty()) {
            throw new IOException("the outcome of a unit is missing");
        }
        CallOutcome outcome = outcomes.get(0);
        if (outcome.kind() == CallOutcome.Kind.VALUE) {
            opened().merge(call, read(outcome.bytes()), outcome.nanos());
        } else {
            boolean thrown = outcome.kind() == CallOutcome.Kind.THREW;
            opened().failed(call, thrown ? thrown(outcome) : outcome.kind() + " " + outcome.text());
        }
        out.write(MERGE);
    }

    private static String thrown(CallOutcome outcome) {
        try {
            return read(outcome.bytes()) instanceof Throwable thrown
                    ? TraceText.of(thrown)
                    : "what it is said to have thrown is no exception";
        } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError unreadable) {
            return "what it threw can't be read: " + unreadable;
        }
    }

    private void more() throws IOException {
        int most = in.readInt();
        List<byte[]> units = new ArrayList<>();
        UnitCall<Object, @Nullable Object> unit = most > 0 ? opened().next() : null;
        while (unit != null) {
            byte[] bytes = bytes(unit);
            if (bytes.length > CallFile.LARGEST_CALL) {
                throw new IOException(
                        "a unit has " + bytes.length + " bytes; at most " + CallFile.LARGEST_CALL + " can travel");
            }
            units.add(CallFile.of(new TravellingCall(new CallKey(opened().seed(), opened().made()), bytes)));
            unit = units.size() < most ? opened().next() : null;
        }
        out.write(MORE);
        out.writeBoolean(opened().isFinished());
        out.writeInt(units.size());
        for (byte[] one : units) {
            block(one);
        }
    }

    private void block(byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static @Nullable Object read(byte[] bytes) throws IOException, ReflectiveOperationException {
        return ObjectReader.read(bytes, HostMain.class.getClassLoader(), seen -> ObjectInputFilter.Status.UNDECIDED);
    }

    private static byte[] bytes(@Nullable Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream stream = new ObjectOutputStream(bytes)) {
            stream.writeObject(value);
        }
        return bytes.toByteArray();
    }
}
