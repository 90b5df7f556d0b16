package org.gleaner.lab.torture;

import java.io.PrintStream;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import org.gleaner.client.Gleaner;
import org.gleaner.client.problem.Problem;
import org.gleaner.client.problem.SubmittedProblem;

/**
 * Runs an example in its small form, in a process of its own that may be killed. Another one of the same name comes
 * back to what it left. Prints the same words as {@link ChecksumProgram}.
 */
public final class ExampleProgram {
    private ExampleProgram() {}

    /** @param words class, name, seed, and {@code begin} or the number of the job to come back to */
    public static void main(String[] words) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Method maker = Class.forName(words[0]).getDeclaredMethod("problem", long.class, boolean.class);
        maker.setAccessible(true);
        try (Gleaner grid = Gleaner.connect()) {
            SubmittedProblem<?> problem = words[3].equals(ChecksumProgram.BEGIN)
                    ? ChecksumProgram.submitted(
                            grid, words[1], (Problem<?, ?, ?>) maker.invoke(null, Long.parseLong(words[2]), true))
                    : grid.problem(Long.parseLong(words[3]), answer(maker));
            out.println(ChecksumProgram.JOB + problem.id());
            out.println(ChecksumProgram.ANSWER + problem.answer());
        }
        out.println(ChecksumProgram.END);
    }

    /** Units, results, and then what they come to. */
    private static Class<?> answer(Method maker) {
        Type[] types = ((ParameterizedType) maker.getGenericReturnType()).getActualTypeArguments();
        return (Class<?>) types[2];
    }
}
