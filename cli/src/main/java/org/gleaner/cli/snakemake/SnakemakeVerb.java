package org.gleaner.cli.snakemake;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.verb.RehearseVerb.Runner;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.server.join.PythonWheel;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** What Snakemake's plug-in and the scripts of a profile call: people call Snakemake. */
public final class SnakemakeVerb implements CliVerb {
    private static final Set<String> SHELLS = Set.of("sh", "dash", "bash", "busybox");

    private final Runner runner;

    public SnakemakeVerb(Runner runner) {
        this.runner = runner;
    }

    @Override
    public Syntax syntax() {
        return Syntax.of(
                        "snakemake",
                        "the Snakemake plug-in (8 and later), and the commands used by it and by profiles",
                        Operands.of("wheel [DIR] | serve | submit SCRIPT | watch [PID] | status JOB", 1, 2))
                .example("pip install $(gleaner snakemake wheel)", "Snakemake 8 and later: install the plug-in")
                .example("gleaner snakemake serve", "Snakemake 8 and later: the other end of the plug-in")
                .example("gleaner snakemake submit SCRIPT", "Snakemake 7: submit the job in that script");
    }

    @Override
    public int run(Arguments arguments, Surroundings here)
            throws CliFailure, CallFailed, IOException, InterruptedException {
        String word = arguments.operand(0, "");
        String operand = arguments.operand(1, "");
        if (word.equals("wheel")) {
            return wheel(here.file(operand), here);
        }
        boolean number = operand.matches("[1-9][0-9]{0,17}");
        SnakemakeJobs jobs = new SnakemakeJobs(runner, Access.calls(here), here);
        if (word.equals("serve") && operand.isEmpty()) {
            new Servant(jobs).serve();
            return Exit.OK;
        }
        if (word.equals("submit") && !operand.isEmpty()) {
            return submit(jobs, operand);
        }
        if (word.equals("watch") && (operand.isEmpty() || number)) {
            return watch(jobs, number ? Long.parseLong(operand) : parent(ProcessHandle.current()));
        }
        if (word.equals("status") && number) {
            return status(new JobId(Long.parseLong(operand)), here);
        }
        throw CliFailure.usage(
                "Invalid arguments for 'gleaner snakemake'.",
                "It takes wheel, serve, submit SCRIPT, watch or status JOB.",
                Arguments.seeHelp("snakemake"));
    }

    /** Writes the plug-in for pip, which asks nobody else then. */
    private static int wheel(Path directory, Surroundings here) throws IOException {
        PythonWheel wheel = PythonWheel.make();
        here.out().println(Files.write(directory.resolve(wheel.name()), wheel.content()));
        return Exit.OK;
    }

    private static int submit(SnakemakeJobs jobs, String script) throws CliFailure, IOException {
        Surroundings here = jobs.here();
        long snakemake = snakemake();
        SnakemakeJobs.Said said = jobs.submit(script);
        here.err().print(said.err());
        if (said.exit() == Exit.OK) {
            JobId job = new JobId(Long.parseLong(said.out()));
            FileBoard board = FileBoard.in(here.directory());
            board.want(job, snakemake);
            haveWatched(board, snakemake, here);
            here.out().println(job);
            here.out().flush();
            if (!isAlive(snakemake)) { // Nobody has read the number.
                jobs.cancel(List.of(job));
            }
        }
        return said.exit();
    }

    /** Snakemake asks about a job that nobody watches: it was submitted by an earlier run, or the watcher died. */
    private static int status(JobId job, Surroundings here) throws IOException {
        FileBoard board = FileBoard.in(here.directory());
        String verdict = board.verdict(job);
        if (verdict == null) {
            long snakemake = snakemake();
            board.want(job, snakemake);
            haveWatched(board, snakemake, here);
        }
        here.out().println(verdict == null ? "running" : verdict);
        return Exit.OK;
    }

    /** Starts a watcher if there is none, and waits until it watches. */
    private static void haveWatched(FileBoard board, long snakemake, Surroundings here) throws IOException {
        if (board.isWatched()) {
            return;
        }
        List<String> words = new ArrayList<>(here.launcher());
        words.addAll(List.of("snakemake", "watch", Long.toString(snakemake)));
        Process watcher = new ProcessBuilder(words)
                .directory(here.directory().toFile())
                .redirectInput(new File("/dev/null"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader ready =
                new BufferedReader(new InputStreamReader(watcher.getInputStream(), StandardCharsets.UTF_8))) {
            String unused = ready.readLine();
        }
    }

    /** Whoever called the script that called us, perhaps by way of a shell. */
    private static long snakemake() {
        ProcessHandle caller = ProcessHandle.current();
        do {
            caller = caller.parent().orElse(caller);
        } while (SHELLS.contains(new File(caller.info().command().orElse("")).getName()));
        return caller.pid();
    }

    /** Until Snakemake has ended, however it did; what it still wanted then nobody fetches any more. */
    private static int watch(SnakemakeJobs jobs, long snakemake) throws IOException, InterruptedException {
        Surroundings here = jobs.here();
        FileBoard board = FileBoard.in(here.directory());
        Runtime.getRuntime().addShutdownHook(new Thread(board::remove, "tidy"));
        board.watchedBy(ProcessHandle.current().pid());
        here.out().println(board.directory());
        here.out().flush();
        new Watcher(board, jobs::fetch, Runnable::run).watch(jobs.calls(), () -> isAlive(snakemake), here.err());
        jobs.cancel(board.wantedBy(snakemake));
        return Exit.OK;
    }

    private static boolean isAlive(long process) {
        return ProcessHandle.of(process).isPresent();
    }

    private static long parent(ProcessHandle process) {
        return process.parent().map(ProcessHandle::pid).orElse(0L);
    }

    static String text(String resource) {
        try (InputStream in = SnakemakeVerb.class.getResourceAsStream(resource)) {
            return new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException("a file of this program can't be read: " + resource, broken);
        }
    }
}
