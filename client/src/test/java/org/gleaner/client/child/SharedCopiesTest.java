package org.gleaner.client.child;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.gleaner.client.child.ResultReader.Read;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Results that are short, and would take any amount of memory. */
final class SharedCopiesTest {
    private static final int MANY = 60_000;
    private static final List<Object> EXCEPTIONS = new ArrayList<>(Collections.nCopies(MANY, new Exception("same")));
    private static final StackTraceElement[] STACK = new StackTraceElement[MANY];
    private static final Object[] OBJECTS = new Object[MANY];
    private static final byte[] BYTES = new byte[5 * MANY];
    private static final char[] CHARACTERS = new char[5 * MANY];
    private static final String[] TEXTS = new String[MANY];

    static {
        Arrays.fill(STACK, new StackTraceElement("Same", "same", "Same.java", 1));
        Arrays.fill(BYTES, (byte) 1);
    }

    /** Objects that copy, when they are read, what here all of them share. */
    enum Bomb {
        SUPPRESSED(SharedCopiesTest::exception, part -> part instanceof ArrayList<?> ? EXCEPTIONS : part),
        STACK_TRACE(SharedCopiesTest::exception, part -> part instanceof StackTraceElement[] ? STACK : part),
        VECTOR(Vector::new, part -> part.getClass() == Object[].class ? OBJECTS : part),
        NUMBER(() -> new BigInteger("7"), part -> part instanceof byte[] ? BYTES : part),
        BUILDER(StringBuilder::new, part -> part instanceof char[] ? CHARACTERS : part),
        REFERENCES(() -> new AtomicReferenceArray<>(1), part -> part.getClass() == Object[].class ? TEXTS : part);

        private final Supplier<Object> made;
        private final UnaryOperator<Object> sharing;

        Bomb(Supplier<Object> made, UnaryOperator<Object> sharing) {
            this.made = made;
            this.sharing = sharing;
        }

        byte[] bytes() throws IOException {
            List<Object> all = new LinkedList<>();
            for (int i = 0; i < 10_000; i++) {
                all.add(made.get());
            }
            return written(all, sharing);
        }
    }

    private static Exception exception() {
        Exception made = bare("made up");
        made.addSuppressed(bare("another"));
        return made;
    }

    private static Exception bare(String message) {
        Exception made = new IllegalStateException(message);
        made.setStackTrace(new StackTraceElement[] {new StackTraceElement("A", "b", "A.java", 1)});
        return made;
    }

    private static byte[] written(Object object, UnaryOperator<Object> changed) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new Forging(bytes, changed)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    /** Writes parts of an object other than they are. */
    private static final class Forging extends ObjectOutputStream {
        private final UnaryOperator<Object> changed;

        Forging(OutputStream out, UnaryOperator<Object> changed) throws IOException {
            super(out);
            this.changed = changed;
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object part) {
            return changed.apply(part);
        }
    }

    private static Read read(byte[] bytes) {
        return new ResultReader("The call", Set.of(), null).read(new CallOutcome(CallOutcome.Kind.VALUE, 1, bytes));
    }

    @ParameterizedTest
    @EnumSource
    void a_short_result_takes_no_heap_though_each_of_its_objects_copies_what_all_share(Bomb bomb) throws Exception {
        byte[] bytes = bomb.bytes();
        ThreadMXBean meter = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long before = meter.getThreadAllocatedBytes(thread);

        Read read = read(bytes);

        assertThat(bytes).hasSizeLessThan(2 << 20);
        assertThat(read.failure()).contains("much more memory than its size explains");
        assertThat(meter.getThreadAllocatedBytes(thread) - before)
                .isLessThan(Runtime.getRuntime().maxMemory() / 8 + 64L * bytes.length);
    }

    @Test
    void a_list_without_end_is_not_copied_into_an_exception() throws Exception {
        List<Object> endless = Collections.nCopies(Integer.MAX_VALUE, new IllegalStateException("same"));

        byte[] bytes = written(exception(), part -> part instanceof ArrayList<?> ? endless : part);

        assertThat(read(bytes).failure()).contains("REJECTED");
    }

    @Test
    void what_honest_calls_return_is_read() throws Exception {
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            many.add(Map.of("number", new BigInteger("9".repeat(100)), "why", exception(), "text", "text " + i));
        }

        assertThat(read(written(many, part -> part)).failure()).isNull();
    }
}
