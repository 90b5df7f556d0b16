package org.gleaner.cli.snakemake;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.verb.RehearseVerb.Runner;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** What the scripts of a Snakemake profile call: people write the profile and call Snakemake. */
public final class SnakemakeVerb implements CliVerb {
    private static final String BOARD = "SNAKEMAKE_CLUSTER_SIDECAR_VARS";
    private static final long PAUSE_MILLIS = 1_000;

    private final Runner runner;

    public SnakemakeVerb(Runner runner) {
        this.runner = runner;
    }

    @Override
    public Syntax syntax() {
        return Syntax.of(
                        "snakemake",
                        "what the scripts of a Snakemake profile call",
                        Operands.of("submit SCRIPT | watch | status JOB", 1, 2))
                .example("gleaner snakemake-profile DIR", "write a profile; it calls the lines below")
                .example("gleaner snakemake submit SCRIPT", "submit the job of Snakemake's script")
                .example("gleaner snakemake watch", "watch all jobs of a run, bring their outputs back");
    }

    @Override
    public int run(Arguments arguments, Surroundings here)
            throws CliFailure, CallFailed, IOException, InterruptedException {
        String word = arguments.operand(0, "");
        String operand = arguments.operand(1, "");
        if (word.equals("submit") && !operand.isEmpty()) {
            return submit(operand, here);
        }
        if (word.equals("watch") && operand.isEmpty()) {
            return watch(here);
        }
        if (word.equals("status") && operand.matches("[1-9][0-9]{0,17}")) {
            return status(new JobId(Long.parseLong(operand)), here);
        }
        throw CliFailure.usage(
                "Invalid arguments for 'gleaner snakemake'.",
                "It takes submit SCRIPT, watch or status JOB.",
                Arguments.seeHelp("snakemake"));
    }

    private int submit(String script, Surroundings here) throws CliFailure, IOException {
        Path directory = here.directory().toRealPath();
        JobScript job = JobScript.read(here.file(script));
        String board = here.variable(BOARD);
        Path folder = board == null
                ? Files.createDirectories(directory.resolve(".snakemake/gleaner/scripts"))
                : directory.resolve(board);
        Path copy =
                folder.resolve("job-" + Objects.requireNonNull(here.file(script).getFileName()));
        Files.writeString(copy, text("job-head.sh") + Files.readString(here.file(script)));
        List<String> words = SubmitWords.of(
                job,
                directory.relativize(copy.toRealPath()).toString(),
                WorkflowSources.of(directory, job.snakefile()),
                directory);
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        int exit = runner.run(words, printingTo(answer, here));
        if (exit != Exit.OK) {
            return exit;
        }
        String id = answer.toString(StandardCharsets.UTF_8).trim();
        if (board != null) {
            Watcher.want(folder, new JobId(Long.parseLong(id)));
        }
        here.out().println(id);
        return Exit.OK;
    }

    /** Until Snakemake ends: it stops its sidecar, and if it is killed we notice. */
    private int watch(Surroundings here) throws CliFailure, IOException, InterruptedException {
        Path board = Watcher.makeBoard(here.directory());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Watcher.remove(board), "tidy"));
        Files.writeString(board.resolve("pid"), ProcessHandle.current().pid() + "\n");
        UserCalls calls = Access.calls(here);
        Watcher watcher = new Watcher(board, job -> fetch(job, here));
        here.out().println(board);
        here.out().flush();
        long parent = parent();
        while (parent() == parent) {
            try {
                watcher.look(calls);
            } catch (CallFailed away) {
                // The server may be back at the next look; Snakemake waits meanwhile.
                here.err().println("gleaner: " + away.trouble().what());
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return Exit.OK;
    }

    private static long parent() {
        return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
    }

    private int status(JobId job, Surroundings here) throws CliFailure, CallFailed, IOException {
        Path board = Watcher.makeBoard(here.directory());
        Watcher.want(board, job);
        new Watcher(board, one -> fetch(one, here)).look(Access.calls(here));
        Path verdict = board.resolve("state").resolve(job.toString());
        here.out().print(Files.exists(verdict) ? Files.readString(verdict) : "running\n");
        Watcher.remove(board);
        return Exit.OK;
    }

    /** Outputs go where Snakemake looks for them: below its working directory. */
    private boolean fetch(JobId job, Surroundings here) {
        List<String> words = List.of("get", job.toString(), "--to", ".", "--outputs-only");
        return runner.run(words, printingTo(new ByteArrayOutputStream(), here)) == Exit.OK;
    }

    private static Surroundings printingTo(ByteArrayOutputStream sink, Surroundings here) {
        PrintStream out = new PrintStream(sink, true, StandardCharsets.UTF_8);
        return new Surroundings(
                here.home(),
                here.directory(),
                here.environment(),
                new Surroundings.Streams(InputStream.nullInputStream(), out, here.err(), false, false),
                here.launcher());
    }

    static String text(String resource) {
        try (InputStream in = SnakemakeVerb.class.getResourceAsStream(resource)) {
            return new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException("a file of this program can't be read: " + resource, broken);
        }
    }
}
