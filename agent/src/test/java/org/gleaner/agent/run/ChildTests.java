package org.gleaner.agent.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.commons.util.ExceptionUtils;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the tests of classes in a JVM of its own and writes what became of each into a file, one a line. */
final class ChildTests implements TestExecutionListener {
    private final List<String> ends = new ArrayList<>();

    private ChildTests() {}

    /**
     * What became of one test.
     *
     * @param why why it failed or was skipped; its stack was printed
     */
    record End(String test, TestExecutionResult.Status status, String why) {
        private static End read(String line) {
            String[] parts = line.split("\t", 3);
            return new End(parts[0], TestExecutionResult.Status.valueOf(parts[1]), parts[2]);
        }

        private String line() {
            return test + "\t" + status + "\t" + why.replaceAll("\\s+", " ");
        }
    }

    /** The file, then the classes. */
    public static void main(String[] words) throws Exception {
        ChildTests tests = new ChildTests();
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        for (String name : List.of(words).subList(1, words.length)) {
            request.selectors(selectClass(name));
        }
        LauncherDiscoveryRequest all = request.build();
        LauncherFactory.create().execute(all, tests);
        Files.write(Path.of(words[0]), tests.ends, UTF_8);
        System.exit(0);
    }

    static List<End> read(Path file) throws IOException {
        return Files.readAllLines(file, UTF_8).stream().map(End::read).toList();
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        Throwable thrown = result.getThrowable().orElse(null);
        if (!identifier.isTest() && thrown == null) {
            return;
        }
        if (result.getStatus() == TestExecutionResult.Status.FAILED && thrown != null) {
            System.err.println(identifier.getDisplayName() + ": " + ExceptionUtils.readStackTrace(thrown));
        }
        ends.add(new End(identifier.getDisplayName(), result.getStatus(), thrown == null ? "" : thrown.toString())
                .line());
    }

    @Override
    public void executionSkipped(TestIdentifier identifier, String reason) {
        ends.add(new End(identifier.getDisplayName(), TestExecutionResult.Status.ABORTED, reason).line());
    }
}
