package org.gleaner.agent.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.gleaner.core.job.RuntimeVersion;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs are run for real, and only when they must be. */
@Timeout(900)
final class RuntimeFinderComponentTest {
    private static final Probe TOOL =
            new Probe("tool", List.of("tool", "--version"), Pattern.compile("tool ([0-9.]+)"));

    @TempDir
    private Path dir;

    private Path tool;
    private int started;

    @BeforeEach
    void install() throws IOException {
        tool = dir.resolve("tool");
        install("1.5");
    }

    private void install(String version) throws IOException {
        Files.writeString(tool, "#!/bin/sh\n[ \"$1\" = --version ] && echo \"tool " + version + "\" >&2\n");
        Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private RuntimeFinder finder(Probe... probes) {
        return new RuntimeFinder(
                List.of(probes),
                Map.of("PATH", dir + ":/usr/bin:/bin"),
                builder -> {
                    started++;
                    return builder.start();
                },
                dir.resolve("found"));
    }

    @Test
    void a_program_is_run_once_until_it_changes() throws Exception {
        assertThat(finder(TOOL).remembered()).isEmpty();
        assertThat(finder(TOOL).find()).containsExactly(new RuntimeVersion("tool", "1.5"));

        assertThat(finder(TOOL).remembered()).contains(List.of(new RuntimeVersion("tool", "1.5")));
        assertThat(finder(TOOL).find()).hasSize(1);
        assertThat(started).isEqualTo(1);

        install("1.10");
        Files.setLastModifiedTime(tool, FileTime.fromMillis(1000));
        assertThat(finder(TOOL).remembered()).isEmpty();
        assertThat(finder(TOOL).find()).containsExactly(new RuntimeVersion("tool", "1.10"));
    }

    @Test
    void what_is_not_there_or_tells_nothing_is_no_runtime() throws Exception {
        Probe absent = new Probe("absent", List.of("no-such-program"), Pattern.compile("([0-9]+)"));
        Probe mute = new Probe("mute", List.of("true"), Pattern.compile("([0-9]+)"));

        assertThat(finder(absent, mute).find()).isEmpty();
        assertThat(finder(absent, mute).remembered()).contains(List.of());
    }

    @Test
    void a_program_that_takes_too_long_is_asked_again_and_not_remembered_as_no_runtime() throws Exception {
        Files.writeString(tool, "#!/bin/sh\n[ -e " + dir + "/quiet ] || exec sleep 600\necho tool 1.5\n");
        RuntimeFinder hurried = hurried();
        List<List<RuntimeVersion>> told = new ArrayList<>();

        assertThat(hurried.find()).isEmpty();
        assertThat(hurried.remembered()).isEmpty();
        assertThat(finder(TOOL).remembered()).isEmpty();

        hurried.find(
                found -> {
                    told.add(found);
                    quiet();
                },
                Duration.ZERO);

        assertThat(told).containsExactly(List.of(), List.of(new RuntimeVersion("tool", "1.5")));
        assertThat(finder(TOOL).remembered()).contains(List.of(new RuntimeVersion("tool", "1.5")));
    }

    @Test
    void a_program_that_never_answers_is_given_up() throws Exception {
        Files.writeString(tool, "#!/bin/sh\nexec sleep 600\n");
        List<List<RuntimeVersion>> told = new ArrayList<>();

        hurried().find(told::add, Duration.ZERO);

        assertThat(told).containsExactly(List.of());
        assertThat(started).isPositive();
    }

    @Test
    void the_java_that_runs_the_agent_needs_no_process_to_tell_its_version() throws Exception {
        Path java = dir.resolve("java");
        Files.createSymbolicLink(java, Path.of(System.getProperty("java.home"), "bin", "java"));
        Process asked = new ProcessBuilder(java.toString(), "-version")
                .redirectErrorStream(true)
                .start();
        String printed = new String(asked.getInputStream().readAllBytes(), UTF_8);

        List<RuntimeVersion> told = finder(TOOL, Probe.JAVA).atOnce();

        assertThat(told).containsExactly(Probe.JAVA.read(printed).orElseThrow());
        assertThat(finder(Probe.JAVA).remembered()).contains(told);
        assertThat(finder(Probe.named("java=echo 99"), Probe.JAVA).atOnce()).isEmpty();
        assertThat(started).isZero();
        Files.delete(java);
    }

    @Test
    void another_java_that_tasks_would_find_is_run_to_tell_its_version() throws Exception {
        Path java = dir.resolve("java");
        Files.writeString(java, "#!/bin/sh\necho 'openjdk version \"11.0.2\"'\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));

        assertThat(finder(Probe.JAVA).atOnce()).isEmpty();
        assertThat(finder(Probe.JAVA).find()).containsExactly(new RuntimeVersion("java", "11.0.2"));
        assertThat(started).isEqualTo(1);
    }

    /** Waits for nothing; on a quiet machine a program has ended by the time that it looks. */
    private RuntimeFinder hurried() {
        return new RuntimeFinder(
                List.of(TOOL),
                Map.of("PATH", dir + ":/usr/bin:/bin"),
                builder -> {
                    started++;
                    Process process = builder.start();
                    if (Files.exists(dir.resolve("quiet"))) {
                        process.waitFor();
                    }
                    return process;
                },
                dir.resolve("found"),
                Duration.ZERO);
    }

    private void quiet() {
        try {
            Files.writeString(dir.resolve("quiet"), "");
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }

    @Test
    void of_two_ways_to_ask_for_one_runtime_the_first_that_answers_counts() throws Exception {
        Probe mute = new Probe("tool", List.of("true"), Pattern.compile("([0-9]+)"));

        assertThat(finder(mute, TOOL, Probe.named("tool=echo 9")).find())
                .containsExactly(new RuntimeVersion("tool", "1.5"));
    }

    @Test
    void notes_that_somebody_damaged_are_as_good_as_none() throws Exception {
        finder(TOOL).find();
        Files.writeString(dir.resolve("found"), "rubbish; $(id)\ttool\n");

        assertThat(finder(TOOL).find()).containsExactly(new RuntimeVersion("tool", "1.5"));
    }
}
