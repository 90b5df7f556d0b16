package org.gleaner.agent.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gleaner.agent.machine.Machine;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;

/**
 * What is tested of tasks that want out, or at what belongs to others, once more as somebody who is not root: then
 * sandboxes are made in another way, and tasks are the agent's own user. Whoever builds as such a user has tested that
 * already. One JVM for all of it.
 */
@Timeout(900)
final class PersonalAgentComponentTest {
    /** Of whom this machine has never heard; nobody, of whom it has, makes no runners. */
    private static final String PERSON = "54321";

    /** Classes, and single tests of those of which not all is about this. By name, as one is of another package. */
    private static final List<String> REPEATED = Stream.of(
                    "run.StartChainComponentTest",
                    "run.HostileFilesComponentTest",
                    "run.OutputCollectorTest"
                            + "#a_link_that_is_swapped_in_while_outputs_are_taken_never_brings_what_is_elsewhere",
                    "run.SetupComponentTest#a_hostile_archive_is_refused_by_its_name",
                    "setup.UnpackingTest",
                    "run.RunnerComponentTest",
                    "run.ServingComponentTest")
            .map(name -> "org.gleaner.agent." + name)
            .toList();

    @TempDir
    private Path place;

    @TestFactory
    Stream<DynamicTest> an_agent_that_is_not_root_keeps_the_same_promises() throws Exception {
        assumeThat(Machine.isRoot())
                .as("the tests themselves are those of a person's agent already")
                .isTrue();
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Attempts.open(place);
        assumeThat(asPerson("test", "-x", place.toString(), "-a", "-x", java.toString())
                        .start()
                        .waitFor())
                .as("one can't become somebody else here, or who is can't get to " + place + " and " + java)
                .isZero();
        Path own = Files.createDirectory(place.resolve("own"));
        Files.setAttribute(own, "unix:uid", Integer.valueOf(PERSON));
        Path ends = own.resolve("ends");
        Path output = place.resolve("output");

        List<String> words = new ArrayList<>(List.of(java.toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        words.addAll(List.of("-Djava.io.tmpdir=" + own, "-cp", copiedClasses()));
        words.addAll(List.of(ChildTests.class.getName(), ends.toString()));
        words.addAll(REPEATED);
        Process child = asPerson(words.toArray(String[]::new))
                .directory(own.toFile())
                .redirectOutput(output.toFile())
                .start();
        boolean ended = child.waitFor(10, TimeUnit.MINUTES);
        child.destroyForcibly();
        String said = Files.readString(output, UTF_8);

        assertThat(ended ? child.exitValue() : -1).as(said).isZero();
        List<ChildTests.End> all = ChildTests.read(ends);
        assertThat(REPEATED).as(said).allMatch(name -> all.stream().anyMatch(end -> end.isOf(name)));
        return all.stream().map(end -> DynamicTest.dynamicTest(end.name(), () -> repeat(end, said)));
    }

    private static void repeat(ChildTests.End end, String said) {
        // Its words are those of the report, which has no place for a description.
        assumeTrue(end.status() != TestExecutionResult.Status.ABORTED, end.name() + ": " + end.why());
        assertThat(end.status())
                .as(end.name() + ": " + end.why() + "\n" + said)
                .isEqualTo(TestExecutionResult.Status.SUCCESSFUL);
    }

    /** Where everybody can read them, as nobody else may get to where they were built. */
    private String copiedClasses() throws IOException {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> copies = new ArrayList<>();
        for (String one : all.split(File.pathSeparator, -1)) {
            Path original = Path.of(one);
            Path copy = place.resolve(copies.size() + "-" + original.getFileName());
            if (Files.exists(original)) {
                copy(original, copy);
                copies.add(copy.toString());
            }
        }
        return String.join(File.pathSeparator, copies);
    }

    private static void copy(Path original, Path copy) throws IOException {
        try (Stream<Path> files = Files.walk(original)) {
            for (Path file : files.toList()) {
                Path target = copy.resolve(original.relativize(file).toString());
                Files.copy(file, target);
                String mode = Files.isDirectory(file) ? "rwxr-xr-x" : "rw-r--r--";
                Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(mode));
            }
        }
    }

    private static ProcessBuilder asPerson(String... words) {
        List<String> all = new ArrayList<>(List.of("setpriv", "--reuid", PERSON, "--regid", PERSON, "--clear-groups"));
        all.addAll(List.of(words));
        return new ProcessBuilder(all).redirectErrorStream(true);
    }
}
