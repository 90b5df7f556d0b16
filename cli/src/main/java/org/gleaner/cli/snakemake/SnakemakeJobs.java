package org.gleaner.cli.snakemake;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.gleaner.cli.verb.RehearseVerb.Runner;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.OutputFile;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;

/**
 * Jobs of a workflow to the pool and back, by the commands that people use. Any thread may call it.
 *
 * @param here its directory is the one that files are sent from and come back to
 */
record SnakemakeJobs(Runner runner, UserCalls calls, Surroundings here) {
    /** By its time Snakemake knows how old a directory is. */
    private static final String DIRECTORY_TIME = ".snakemake_timestamp";

    /** What a command printed. */
    record Said(int exit, String out, String err) {}

    /** Sends the job of a script that Snakemake wrote, which must be below the directory; prints its number. */
    Said submit(String script) throws CliFailure, IOException {
        Path directory = here.directory().toRealPath();
        JobScript job = JobScript.read(here.file(script));
        Path written = here.file(script).toRealPath();
        Path copy = written.resolveSibling("job-" + written.getFileName());
        Files.writeString(copy, SnakemakeVerb.text("job-head.sh") + Files.readString(written));
        return run(SubmitWords.of(
                job, directory.relativize(copy).toString(), WorkflowSources.of(directory, job), directory));
    }

    /** Brings what a job left to where Snakemake looks for it, as new as if it had been made here. */
    boolean fetch(JobId job) {
        Said got = run(List.of("get", job.toString(), "--to", ".", "--outputs-only", "--as-is"));
        here.err().print(got.err());
        if (got.exit() != Exit.OK) {
            return false;
        }
        try {
            // What did not change was not written again, and Snakemake would take it for outdated.
            FileTime now = FileTime.from(Instant.now());
            for (OutputFile output : calls.job(job).get().spec().outputs()) {
                Path file = here.file(output.path());
                for (Path one : List.of(file, file.resolve(DIRECTORY_TIME))) {
                    if (Files.exists(one)) {
                        Files.setLastModifiedTime(one, now);
                    }
                }
            }
            return true;
        } catch (CallFailed | IOException failed) {
            here.err().println("gleaner: " + failed.getMessage());
            return false;
        }
    }

    /** Stops jobs; returns what is said about it. */
    String cancel(Collection<JobId> jobs) {
        if (jobs.isEmpty()) {
            return "";
        }
        List<String> words = new ArrayList<>(List.of("cancel"));
        jobs.forEach(job -> words.add(job.toString()));
        Said said = run(words);
        return said.out().isEmpty() ? said.err() : said.out() + "\n";
    }

    Said run(List<String> words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Surroundings.Streams streams =
                new Surroundings.Streams(InputStream.nullInputStream(), printing(out), printing(err), false, false);
        int exit = runner.run(
                words, new Surroundings(here.home(), here.directory(), here.environment(), streams, here.launcher()));
        return new Said(exit, out.toString(StandardCharsets.UTF_8).strip(), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream printing(ByteArrayOutputStream sink) {
        return new PrintStream(sink, true, StandardCharsets.UTF_8);
    }
}
