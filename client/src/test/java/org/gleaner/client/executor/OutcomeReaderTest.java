package org.gleaner.client.executor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigInteger;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gleaner.client.child.CallKey;
import org.gleaner.client.child.CallOutcome;
import org.gleaner.client.child.CallRunner;
import org.gleaner.client.child.TravellingCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outcomes that a node made up. */
final class OutcomeReaderTest {
    private static final AtomicBoolean RAN = new AtomicBoolean();

    /** What runs when it is read: here, of a library that only lies on the class path of the program. */
    static final class Gadget implements Serializable {
        private static final long serialVersionUID = 1;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            RAN.set(true);
            in.defaultReadObject();
        }
    }

    private static PendingCall.Settled read(WrittenCall call, CallOutcome.Kind kind, Object forged) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(forged);
        }
        return new OutcomeReader(call, "attempt 7.3#1 on lab-3").read(new CallOutcome(kind, 1, bytes.toByteArray()));
    }

    private static void assertRefused(PendingCall.Settled how, String type) {
        assertThat(how.value()).isNull();
        assertThat(how.thrown())
                .isInstanceOf(GridException.class)
                .hasMessageContaining(type)
                .hasMessageContaining("lab-3");
    }

    @Test
    void a_class_that_is_not_of_the_call_is_not_even_made(@TempDir Path root) throws Exception {
        try (URLClassLoader loader = Compiled.saying(root.resolve("a"), "a").loader()) {
            WrittenCall call = CallWriter.write(Compiled.task(loader, "Saying"));

            PendingCall.Settled value = read(call, CallOutcome.Kind.VALUE, new Gadget());
            PendingCall.Settled hidden = read(call, CallOutcome.Kind.VALUE, List.of(Map.of("a", new Gadget())));
            PendingCall.Settled thrown = read(call, CallOutcome.Kind.THREW, new Gadget());

            assertRefused(value, "Gadget");
            assertRefused(hidden, "Gadget");
            assertRefused(thrown, "Gadget");
            assertThat(RAN).isFalse();
        }
    }

    @Test
    void nothing_of_the_jdk_that_does_something_when_it_is_read_is_admitted() throws Exception {
        WrittenCall call = new WrittenCall(new byte[0], Set.of(), OutcomeReaderTest.class.getClassLoader());
        URLStreamHandler silent = new URLStreamHandler() {
            @Override
            protected URLConnection openConnection(URL url) throws IOException {
                throw new IOException("nobody calls");
            }
        };
        List<URL> lookup = List.of(new URL(null, "http://127.0.0.1/", silent));
        Task<Integer> lambda = () -> 1;

        assertRefused(read(call, CallOutcome.Kind.VALUE, lookup), "java.net.URL");
        assertRefused(read(call, CallOutcome.Kind.VALUE, lambda), "java.lang.invoke.SerializedLambda");
    }

    @Test
    void a_lambda_is_no_result_though_the_call_itself_is_one() throws Exception {
        Task<Integer> lambda = () -> 1;

        assertRefused(read(CallWriter.write(lambda), CallOutcome.Kind.VALUE, lambda), "SerializedLambda");
    }

    @Test
    void what_exhausts_the_stack_while_it_is_read_fails_its_call_alone() throws Exception {
        WrittenCall call = new WrittenCall(new byte[0], Set.of(), null);
        Set<Object> set = new HashSet<>();
        List<Object> endless = new ArrayList<>();
        set.add(endless);
        endless.add(endless);

        assertRefused(read(call, CallOutcome.Kind.VALUE, set), "can't be read here");
    }

    @Test
    void sets_that_contain_each_other_are_refused_before_anybody_asks_for_their_hash() throws Exception {
        WrittenCall call = new WrittenCall(new byte[0], Set.of(), null);

        assertRefused(read(call, CallOutcome.Kind.VALUE, SlowToRead.sets(40)), "nested more than 32 deep");
        assertRefused(read(call, CallOutcome.Kind.VALUE, List.of(List.of(SlowToRead.sets(100)))), "32 deep");
    }

    @Test
    void maps_in_maps_and_sets_beside_each_other_are_read() throws Exception {
        WrittenCall call = new WrittenCall(new byte[0], Set.of(), null);
        Map<String, Object> nested = new HashMap<>();
        for (int i = 0; i < 30; i++) {
            nested = new HashMap<>(Map.of("inner", nested));
        }
        List<Set<Integer>> beside = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            beside.add(new HashSet<>(Set.of(i)));
        }

        assertThat(read(call, CallOutcome.Kind.VALUE, nested).value()).isEqualTo(nested);
        assertThat(read(call, CallOutcome.Kind.VALUE, beside).value()).isEqualTo(beside);
    }

    @Test
    void a_class_that_is_missing_where_the_call_ran_is_named(@TempDir Path root) throws Exception {
        try (URLClassLoader loader = Compiled.saying(root.resolve("a"), "a").loader()) {
            WrittenCall call = CallWriter.write(Compiled.task(loader, "Saying"));
            CallOutcome there = new CallRunner(OutcomeReaderTest.class.getClassLoader())
                    .run(new TravellingCall(new CallKey(0, 1), call.bytes()));

            assertRefused(
                    new OutcomeReader(call, "attempt 7.3#1 on lab-3").read(there),
                    "could not be read there: java.lang.ClassNotFoundException: Saying. A class that is found only by"
                            + " its name at run time does not travel by itself.");
        }
    }

    @Test
    void what_is_no_exception_is_not_thrown() throws Exception {
        WrittenCall call = new WrittenCall(new byte[0], Set.of(), null);

        assertRefused(read(call, CallOutcome.Kind.THREW, "text"), "not an exception");
    }

    @Test
    void bytes_that_are_no_object_are_a_failure() {
        WrittenCall call = new WrittenCall(new byte[0], Set.of(), null);

        PendingCall.Settled how = new OutcomeReader(call, "attempt 7.3#1 on lab-3")
                .read(new CallOutcome(CallOutcome.Kind.VALUE, 1, new byte[] {1, 2, 3}));

        assertRefused(how, "can't be read here");
    }

    @Test
    void what_a_machine_says_is_shown_and_no_terminal_obeys_it() {
        WrittenCall call = new WrittenCall(new byte[0], Set.of(), null);
        byte[] rogue = "a\u001b[2J\u202eb\r\nc".getBytes(UTF_8);

        PendingCall.Settled how = new OutcomeReader(call, "attempt 7.3#1 on lab-3")
                .read(new CallOutcome(CallOutcome.Kind.EXITED, 1, rogue));

        assertThat(how.thrown()).hasMessageContaining("in a\u241b[2J\ufffdb\nc.");
    }

    /** What the stream of an object is if a number in it is another one. */
    private static byte[] announcing(Object honest, int length, int announced) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(honest);
        }
        byte[] stream = bytes.toByteArray();
        byte[] before = ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
        byte[] after = ByteBuffer.allocate(Integer.BYTES).putInt(announced).array();
        boolean found = false;
        for (int i = 0; i <= stream.length - Integer.BYTES; i++) {
            if (Arrays.equals(stream, i, i + Integer.BYTES, before, 0, Integer.BYTES)) {
                System.arraycopy(after, 0, stream, i, Integer.BYTES);
                found = true;
            }
        }
        assertThat(found).isTrue();
        return stream;
    }

    private static PendingCall.Settled readBytes(byte[] stream) {
        WrittenCall call = new WrittenCall(new byte[0], Set.of(), OutcomeReaderTest.class.getClassLoader());
        return new OutcomeReader(call, "attempt 7.3#1 on lab-3")
                .read(new CallOutcome(CallOutcome.Kind.VALUE, 1, stream));
    }

    @Test
    void nobody_takes_memory_for_more_than_is_in_the_stream() throws Exception {
        int seven = 0x0707;
        Map<Integer, String> map = new HashMap<>();
        Set<Integer> set = new HashSet<>();
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < seven; i++) {
            map.put(i, "");
            set.add(i);
            list.add(i);
        }

        for (Object honest :
                List.of(new int[seven], new byte[seven], new Object[seven], new String[1][seven], map, set, list)) {
            PendingCall.Settled how = readBytes(announcing(honest, seven, 200_000_000));

            assertThat(how.thrown())
                    .as(honest.getClass().getName())
                    .isInstanceOf(GridException.class)
                    .hasMessageContaining("REJECTED");
        }
    }

    @Test
    void arrays_in_arrays_announce_no_more_than_is_in_the_stream_all_together() throws Exception {
        // Each of them alone could be there: so many bytes follow.
        int padding = 1 << 20;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            Object[] nested = new Object[0x0a0b0c];
            Object[] outer = nested;
            for (int i = 0; i < 100; i++) {
                outer = new Object[] {outer};
            }
            out.writeObject(new Object[] {outer, new byte[padding]});
        }
        byte[] stream = bytes.toByteArray();
        byte[] one = {0, 0, 0, 1, 'u'};
        for (int i = 0; i < 2_000; i++) {
            if (Arrays.equals(stream, i, i + one.length, one, 0, one.length)) {
                System.arraycopy(new byte[] {0, 0x0f, 0, 0}, 0, stream, i, Integer.BYTES);
            }
        }

        assertThat(readBytes(stream).thrown()).hasMessageContaining("REJECTED");
    }

    @Test
    void what_is_large_in_truth_is_read() throws Exception {
        Map<Object, Object> map = new HashMap<>(16, 0.25f);
        IdentityHashMap<Object, Object> identity = new IdentityHashMap<>();
        for (int i = 0; i < 5_000; i++) {
            map.put(i, null);
            identity.put(List.of(i), null);
        }
        List<Object> honest = List.of(
                new long[300_000],
                new double[100][1_000],
                new Object[300_000],
                new ArrayList<>(Collections.nCopies(100_000, "same")),
                new HashSet<>(map.keySet()),
                Map.copyOf(Map.of(1, 2)),
                new ArrayDeque<>(List.of(1)),
                new PriorityQueue<>(List.of(3, 2, 1)),
                map,
                identity,
                new HashMap<>(Map.of("one", new HashMap<>(Map.of("two", new HashSet<>(List.of("three")))))),
                new StringBuilder("text"),
                new BigInteger("9".repeat(10_000)));
        for (Object each : honest) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(each);
            }

            assertThat(readBytes(bytes.toByteArray()).thrown())
                    .as(each.getClass().getName())
                    .isNull();
        }
    }
}
