package org.gleaner.agent.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.commons.util.ExceptionUtils;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests in a JVM of its own and writes what became of each into a file, one a line. */
final class ChildTests implements TestExecutionListener {
    private final List<String> ends = new ArrayList<>();

    private ChildTests() {}

    /**
     * What became of one test.
     *
     * @param method its class, and its method unless none of the class began
     * @param test what tells it apart from others of this method
     * @param why why it failed or was skipped; its stack was printed
     */
    record End(String method, String test, TestExecutionResult.Status status, String why) {
        private static End read(String line) {
            String[] parts = line.split("\t", 4);
            return new End(parts[0], parts[1], TestExecutionResult.Status.valueOf(parts[2]), parts[3]);
        }

        private static End of(TestIdentifier test, TestExecutionResult.Status status, String why) {
            TestSource source = test.getSource().orElse(null);
            String method = source instanceof MethodSource one
                    ? one.getClassName() + "#" + one.getMethodName()
                    : source instanceof ClassSource whole ? whole.getClassName() : "";
            return new End(method, test.getDisplayName(), status, why);
        }

        /** Whether it is this method, or of this class. */
        boolean isOf(String name) {
            return method.equals(name) || method.startsWith(name + "#");
        }

        /** For people. */
        String name() {
            String own = method.substring(method.indexOf('#') + 1);
            return method.substring(method.lastIndexOf('.') + 1) + (test.startsWith(own) ? "" : " " + test);
        }

        private String line() {
            return String.join("\t", method, oneLine(test), status.name(), oneLine(why));
        }

        private static String oneLine(String text) {
            return text.replaceAll("\\s+", " ");
        }
    }

    /** The file, then the classes, or methods as {@code CLASS#METHOD}. */
    public static void main(String[] words) throws Exception {
        ChildTests tests = new ChildTests();
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        for (String name : List.of(words).subList(1, words.length)) {
            request.selectors(name.contains("#") ? selectMethod(name) : selectClass(name));
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
        ends.add(End.of(identifier, result.getStatus(), thrown == null ? "" : thrown.toString())
                .line());
    }

    @Override
    public void executionSkipped(TestIdentifier identifier, String reason) {
        ends.add(End.of(identifier, TestExecutionResult.Status.ABORTED, reason).line());
    }
}
