package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.agent.run.Attempts.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gleaner.agent.sandbox.Confinement;
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.agent.setup.Tar;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Workplace;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is made once per machine for many tasks, and directories that machines share, with a sandbox and without. */
@Timeout(900)
final class SetupComponentTest {
    @TempDir
    private Path root;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void archives_appear_in_the_tasks_directory_and_can_not_be_changed(boolean sandbox) throws Exception {
        Attempts attempts = attempts(sandbox);
        byte[] tar = new Tar()
                .file("data/table.csv", "1;2")
                .script("tool", "#!/bin/sh\necho tool\n")
                .zipped();
        Workplace place = place(null, attempts.input("lib.tgz", tar, false));
        InputFile own = attempts.input("tool", bytes("own"), false);

        AttemptReport report = attempts.run(shell("cat data/table.csv; ./tool; ls $GLEANER_SETUP;"
                        + " [ $(id -u) = 0 ] || { echo x > data/new; } 2>/dev/null && echo changed; true")
                .at(place));
        AttemptReport shadowed = attempts.run(shell("cat tool").in(own).at(place));

        assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.DONE);
        assertThat(text(report.stdout())).startsWith("1;2tool\ndata\ntool\n");
        if (sandbox) {
            assertThat(text(report.stdout())).doesNotContain("changed");
        }
        assertThat(shadowed.outcome()).as(shadowed + "").isEqualTo(Outcome.DONE);
        assertThat(text(shadowed.stdout())).isEqualTo("own");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_set_up_runs_once_for_many_tasks_that_start_at_once(boolean sandbox) throws Exception {
        Attempts attempts = attempts(sandbox);
        byte[] tar = new Tar().file("numbers", "40 2").bytes();
        Workplace place = place(
                "sleep 0.3; mkdir lib; cat numbers > lib/made; head -c 8 /dev/urandom | od -An -tx1 > lib/id",
                attempts.input("n.tar", tar, false));
        List<CompletableFuture<AttemptReport>> ends = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            AttemptRun run = attempts.prepare(
                    shell("cat lib/made lib/id; echo $GLEANER_SETUP").at(place), i);
            ends.add(CompletableFuture.supplyAsync(() -> finished(run)));
        }
        List<String> said = new ArrayList<>();
        for (CompletableFuture<AttemptReport> end : ends) {
            AttemptReport report = end.get(300, TimeUnit.SECONDS);
            assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.DONE);
            said.add(text(report.stdout()));
        }

        assertThat(said).startsWith(said.get(0)).allMatch(said.get(0)::equals);
        assertThat(said.get(0)).startsWith("40 2");
        AttemptReport later = attempts(sandbox)
                .run(shell("cat lib/made lib/id; echo $GLEANER_SETUP").at(place));
        assertThat(text(later.stdout())).isEqualTo(said.get(0));
    }

    @Test
    void a_set_up_that_fails_is_the_nodes_fault_and_leaves_nothing() throws Exception {
        Attempts attempts = attempts(false);

        AttemptReport report = attempts.run(
                shell("true").at(place("touch half; echo collecting numpy; echo 'no such package' >&2; exit 3")));

        assertThat(report.outcome()).isEqualTo(Outcome.NOT_STARTABLE);
        assertThat(report.detail()).isEqualTo("its set-up failed with exit code 3: no such package");
        assertThat(root.resolve("setups")).isEmptyDirectory();
    }

    @Test
    void a_set_up_that_was_interrupted_is_made_again() throws Exception {
        Workplace place = place("echo whole > result");
        attempts(false).run(shell("true").at(place));
        try (Stream<Path> all = Files.list(root.resolve("setups"))) {
            Files.delete(all.findFirst().orElseThrow().resolve("done"));
        }

        AttemptReport report = attempts(false).run(shell("cat result").at(place));

        assertThat(text(report.stdout())).isEqualTo("whole\n");
    }

    @Test
    void a_hostile_archive_is_refused_by_its_name() throws Exception {
        Attempts attempts = attempts(false);
        byte[] tar = new Tar().file("../../evil", "x").bytes();

        AttemptReport report = attempts.run(shell("true").at(place(null, attempts.input("bad.tar", tar, false))));

        assertThat(report.outcome()).isEqualTo(Outcome.NOT_STARTABLE);
        assertThat(report.detail()).startsWith("the archive bad.tar can't be unpacked: ");
        assertThat(root.resolve("evil")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_job_runs_in_a_directory_that_the_keeper_offers_and_its_files_stay_there(boolean sandbox, @TempDir Path mount)
            throws Exception {
        Files.setPosixFilePermissions(mount, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.writeString(mount.resolve("given"), "given");
        Confinement base = sandbox ? SandboxComponentTest.sandboxed(root, Fence.DEFAULT) : Confinement.NONE;
        Attempts attempts =
                new Attempts(root, false, new Confinement(base.sandbox(), null, null, List.of(mount), List.of(root)));
        String line = "cat given; pwd; head -c 5000 /dev/zero > made; cat $HOME/own";
        InputFile own = attempts.input("own", bytes("own"), false);

        AttemptReport report = attempts.run(
                shell(line).in(own).out(new OutputFile("made", false)).at(in(mount.toString())));
        AttemptReport foreign = attempts.run(shell("true").at(in("/etc")));
        AttemptReport missing = attempts.run(shell("true").at(in(mount + "/no")));
        AttemptReport agents = attempts.run(shell("true").at(in(root.toString())));

        assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.DONE);
        assertThat(text(report.stdout())).isEqualTo("given" + mount.toRealPath() + "\nown");
        assertThat(report.outputs().files()).extracting(ResultFile::size).containsExactly(5000L);
        assertThat(mount.resolve("made")).hasSize(5000);
        assertThat(foreign.detail())
                .isEqualTo("the agent does not offer the directory /etc; its keeper can, with --tag mount=/etc");
        assertThat(missing.detail()).isEqualTo("the directory " + mount + "/no does not exist");
        assertThat(agents.outcome()).isEqualTo(Outcome.NOT_STARTABLE);
    }

    @Test
    void nobody_learns_what_exists_outside_of_an_offered_directory(@TempDir Path around) throws Exception {
        Path mount = Files.createDirectories(around.resolve("a/mount"));
        Files.createDirectory(around.resolve("here"));
        Files.writeString(around.resolve("file"), "");
        for (String name : List.of("here", "file", "missing")) {
            Files.createSymbolicLink(mount.resolve(name), around.resolve(name));
        }
        Files.createSymbolicLink(mount.resolve("up"), around);
        Attempts attempts = new Attempts(
                root, false, new Confinement(null, null, null, List.of(mount), List.of(around.resolve("here"))));

        for (String way : List.of("/../../", "/", "/up/")) {
            for (String name : List.of("here", "file", "missing", "missing/more")) {
                String directory = mount + way + name;
                assertThat(attempts.run(shell("true").at(in(directory))).detail())
                        .isEqualTo("the agent does not offer the directory " + directory
                                + "; its keeper can, with --tag mount=" + directory);
            }
        }
        assertThat(attempts.run(shell("true").at(in(mount + "/no/more"))).detail())
                .isEqualTo("the directory " + mount + "/no/more does not exist");
        assertThat(attempts.run(shell("true").at(in(mount + "/../mount"))).outcome())
                .isEqualTo(Outcome.DONE);
        Files.createSymbolicLink(around.resolve("other-name"), mount);
        assertThat(attempts.run(shell("true").at(in(around + "/other-name"))).outcome())
                .isEqualTo(Outcome.DONE);
    }

    private Attempts attempts(boolean sandbox) throws Exception {
        return new Attempts(
                root, false, sandbox ? SandboxComponentTest.sandboxed(root, Fence.DEFAULT) : Confinement.NONE);
    }

    private static AttemptReport finished(AttemptRun run) {
        try {
            return run.run();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static Workplace place(@Nullable String setup, InputFile... archives) {
        return new Workplace(Map.of(), null, setup, List.of(archives), false);
    }

    private static Workplace in(String directory) {
        return new Workplace(Map.of(), directory, null, List.of(), false);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(@Nullable ResultFile file) throws IOException {
        assertThat(file).isNotNull();
        return new String(Base64.getDecoder().decode(String.valueOf(file.inline())), StandardCharsets.UTF_8);
    }
}
