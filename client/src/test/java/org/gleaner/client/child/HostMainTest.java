package org.gleaner.client.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.gleaner.client.executor.Compiled;
import org.gleaner.client.executor.SlowToRead;
import org.gleaner.client.problem.Algorithm;
import org.gleaner.client.problem.DataManager;
import org.gleaner.client.problem.Problem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host of a problem that gets results which a node made up. */
final class HostMainTest {
    private static final String RAN = "gleaner.test.gadget";
    /** Of a library that travelled with the code of the problem. */
    private static final String GADGET = "public class Gadget extends RuntimeException {"
            + " private void readObject(java.io.ObjectInputStream in) { System.setProperty(\"" + RAN
            + "\", \"yes\"); } }";

    @TempDir
    Path root;

    private URLClassLoader loader;
    private ToLongFunction<CallOutcome> patience = ResultReader::patienceSeconds;

    /** Says what it was given. */
    static final class Recording extends DataManager<String, Object, String> {
        private static final long serialVersionUID = 1;

        private final List<String> seen = new ArrayList<>();
        private boolean given;

        @Override
        public @Nullable String next() {
            String unit = given ? null : "unit";
            given = true;
            return unit;
        }

        @Override
        public void merge(String unit, Object result) {
            seen.add(unit + " merged " + result);
        }

        @Override
        public void failed(String unit, String why) {
            seen.add(unit + " failed: " + why.lines().findFirst().orElse(""));
        }

        @Override
        public boolean isFinished() {
            return false;
        }

        @Override
        public String answer() {
            return String.join("\n", seen);
        }
    }

    /** A result of the problem's own code. */
    record Own(int number) implements Serializable {}

    /** Never runs here. */
    static final class Nothing implements Algorithm<String, Object> {
        @Override
        public Object compute(String unit) {
            return unit;
        }
    }

    @BeforeEach
    void compile() throws Exception {
        System.clearProperty(RAN);
        loader = Compiled.of(root.resolve("library"), "Gadget", GADGET).loader();
    }

    @AfterEach
    void close() throws Exception {
        loader.close();
        System.clearProperty(RAN);
    }

    private Object gadget() throws ReflectiveOperationException {
        return Compiled.load(loader, "Gadget").getDeclaredConstructor().newInstance();
    }

    private static byte[] bytes(@Nullable Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    /** What its manager saw when its only unit had this result. */
    private String seen(CallOutcome.Kind kind, Object result) throws Exception {
        Path outcomes = root.resolve("outcomes");
        OutcomeFile.write(outcomes, List.of(new CallOutcome(kind, 1, bytes(result))));
        return seen(Files.readAllBytes(outcomes));
    }

    /** The same if a node sent these bytes. */
    private String seen(byte[] outcomes) throws Exception {
        byte[] state = bytes(new Problem<>("recording", new Recording(), Nothing.class).begin());
        ByteArrayOutputStream first = new ByteArrayOutputStream();
        DataOutputStream questions = new DataOutputStream(first);
        ask(questions, 'O', state);
        questions.write('N');
        questions.writeInt(1);
        DataInputStream units = answers(first);
        assertThat(units.read()).isEqualTo('O');
        assertThat(units.read()).isEqualTo('N');
        assertThat(units.readBoolean()).isFalse();
        assertThat(units.readInt()).isOne();
        byte[] unit = Bytes.block(units, 1 << 20);

        ask(questions, 'M', unit, outcomes);
        questions.writeLong(3);
        questions.writeLong(1_000_000_000);
        questions.write('A');
        DataInputStream all = answers(first);
        all.skipNBytes(2 + 1 + 4 + 4 + unit.length);
        assertThat(all.read()).isEqualTo('M');
        assertThat(all.read()).isEqualTo('A');
        return String.valueOf(
                ObjectReader.read(Bytes.block(all, 1 << 20), loader, any -> ObjectInputFilter.Status.UNDECIDED));
    }

    private static void ask(DataOutputStream out, int question, byte[]... blocks) throws IOException {
        out.write(question);
        for (byte[] block : blocks) {
            out.writeInt(block.length);
            out.write(block);
        }
    }

    private DataInputStream answers(ByteArrayOutputStream questions) throws IOException {
        ByteArrayOutputStream answers = new ByteArrayOutputStream();
        int code = new HostMain(
                        new ByteArrayInputStream(questions.toByteArray()), answers, loader, new PatientReader(patience))
                .serve();
        assertThat(code)
                .as(answers.toString(java.nio.charset.StandardCharsets.UTF_8))
                .isZero();
        return new DataInputStream(new ByteArrayInputStream(answers.toByteArray()));
    }

    @Test
    void values_and_objects_of_the_problems_own_code_are_merged() throws Exception {
        assertThat(seen(CallOutcome.Kind.VALUE, List.of(1L, "two"))).isEqualTo("unit merged [1, two]");
        assertThat(seen(CallOutcome.Kind.VALUE, new Own[] {new Own(3)})).startsWith("unit merged [L");
        assertThat(seen(CallOutcome.Kind.THREW, new IllegalStateException("no luck")))
                .isEqualTo("unit failed: java.lang.IllegalStateException: no luck");
    }

    @Test
    void a_result_of_a_class_that_is_not_of_the_problem_is_not_even_made() throws Exception {
        String refused = " something that can't be read here: Gadget is neither a JDK value nor from its own code.";

        assertThat(seen(CallOutcome.Kind.VALUE, gadget())).isEqualTo("unit failed: The algorithm returned" + refused);
        assertThat(seen(CallOutcome.Kind.VALUE, List.of(Map.of("a", gadget()))))
                .isEqualTo("unit failed: The algorithm returned" + refused);
        assertThat(seen(CallOutcome.Kind.THREW, gadget())).isEqualTo("unit failed: The algorithm threw" + refused);
        assertThat(System.getProperty(RAN)).isNull();
    }

    @Test
    void what_is_no_outcome_or_is_cut_off_is_a_unit_that_failed() throws Exception {
        assertThat(seen(new byte[0])).startsWith("unit failed: Its outcome can't be read: java.io.EOFException");
        assertThat(seen(new byte[100])).contains("this is not a file of outcomes");
    }

    @Test
    void a_result_that_takes_for_ever_to_read_is_a_unit_that_failed() throws Exception {
        patience = outcome -> 0;
        SlowToRead.Endless.hold();

        assertThat(seen(CallOutcome.Kind.VALUE, List.of(new SlowToRead.Endless(), new Nothing[0])))
                .startsWith("unit failed: The algorithm returned or threw something that takes more than 0 s to read"
                        + " here");

        SlowToRead.Endless.letGo();
    }

    @Test
    void sets_that_contain_each_other_are_a_unit_that_failed() throws Exception {
        assertThat(seen(CallOutcome.Kind.VALUE, SlowToRead.sets(40)))
                .startsWith("unit failed: The algorithm returned something that can't be read here: hash sets or maps"
                        + " are nested");
    }

    @Test
    void code_is_no_result() throws Exception {
        Supplier<String> lambda = (Supplier<String> & Serializable) () -> "code";

        assertThat(seen(CallOutcome.Kind.VALUE, lambda)).contains("java.lang.invoke.SerializedLambda");
    }
}
