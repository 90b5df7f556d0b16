package org.gleaner.client.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples in the documentation of the API: they compile, and what needs no server runs. */
final class ExamplesTest {
    private static final Pattern EXAMPLE = Pattern.compile("<pre>\\{@code\\n(.*?)\\n *\\* }</pre>", Pattern.DOTALL);

    private static final String AROUND = """
            import java.time.Duration;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.stream.*;
            import org.gleaner.client.Gleaner;
            import org.gleaner.client.executor.*;
            import org.gleaner.client.problem.*;

            public class Example%d {
                static Gleaner grid = Gleaner.local();
                static GridExecutor pool = grid.executor("example");
                static List<Integer> seeds = List.of(1, 2, 3);
                static long sum;

                static long hits(int seed, int darts) {
                    return seed;
                }

                static final class Squares extends IndexRanges<Long, Long> {
                    private long sum;

                    Squares(long end) {
                        super(new IndexRange(0, end), 1_000);
                    }

                    protected void mergeRange(IndexRange range, Long result) {
                        sum += result;
                    }

                    public Long answer() {
                        return sum;
                    }
                }

                static final class SumOfSquares implements Algorithm<IndexRange, Long> {
                    public Long compute(IndexRange unit) {
                        return LongStream.range(unit.first(), unit.end()).map(x -> x * x).sum();
                    }
                }

                public static void run() throws Exception {
            %s
                }
            }
            """;

    @TempDir
    Path root;

    @Test
    void examples_compile_and_run() throws Exception {
        List<String> examples = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java/org/gleaner/client"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Matcher found = EXAMPLE.matcher(Files.readString(file));
                while (found.find()) {
                    examples.add(found.group(1).replaceAll("(?m)^ *\\* ?", ""));
                }
            }
        }

        for (int i = 0; i < examples.size(); i++) {
            String code = examples.get(i).replace("Gleaner.connect()", "Gleaner.local()");
            Compiled compiled = Compiled.of(root.resolve("e" + i), "Example" + i, AROUND.formatted(i, code));
            if (!code.contains("attach")) {
                Compiled.load(compiled.loader(), "Example" + i).getMethod("run").invoke(null);
            }
        }
        assertThat(examples).hasSizeGreaterThanOrEqualTo(10);
    }
}
