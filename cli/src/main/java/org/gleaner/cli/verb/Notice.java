package org.gleaner.cli.verb;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.description.JobDescription;
import org.gleaner.client.job.Chosen;
import org.gleaner.client.job.Watch;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command of the person when a job has ended or needs them. What it is about stands only in variables, so no
 * name of a job can become part of the line.
 */
final class Notice {
    private static final long LONGEST_SECONDS = 60;

    private final UserCalls calls;
    private final Surroundings here;

    Notice(UserCalls calls, Surroundings here) {
        this.calls = calls;
        this.here = here;
    }

    /** The line behind {@code --notify}; null if there is none, or an address that the server tells. */
    static @Nullable String command(Arguments arguments) {
        String text = arguments.text("notify");
        return text == null || JobDescription.isAddress(text) ? null : text;
    }

    /**
     * Hears for whoever waits also of deadlines that can't be met, and runs the line then.
     *
     * @param line null: nobody wants to be told
     */
    Watch.Listener listening(Watch.Listener other, List<Chosen> chosen, @Nullable String line) {
        return line == null ? other : HopelessNotice.around(other, calls, chosen, this, line);
    }

    /** Leaves a process behind that waits for the job and then runs the line; it survives the terminal. */
    void later(JobId job, String line) throws IOException {
        List<String> words = new ArrayList<>();
        Path setsid = Path.of("/usr/bin/setsid");
        if (Files.isExecutable(setsid)) {
            words.add(setsid.toString());
        }
        words.addAll(here.launcher());
        words.addAll(List.of("wait", job.toString(), "--notify", line));
        Process unused = new ProcessBuilder(words)
                .directory(here.directory().toFile())
                .redirectInput(ProcessBuilder.Redirect.from(nothing()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static boolean onWindows() {
        return File.separatorChar == '\\';
    }

    private static File nothing() {
        return new File(onWindows() ? "NUL" : "/dev/null");
    }

    /** Runs the line now and passes on what it prints; it has a minute. */
    void now(JobId job, String line) throws IOException, InterruptedException {
        now(job, line, "end");
    }

    /** @param event why it runs */
    void now(JobId job, String line, String event) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        onWindows() ? List.of("cmd.exe", "/c", line) : List.of("/bin/sh", "-c", line))
                .directory(here.directory().toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(nothing()));
        builder.environment().putAll(here.environment());
        builder.environment().put("GLEANER_EVENT", event);
        describe(job, builder.environment());
        Process process = builder.start();
        CompletableFuture.delayedExecutor(LONGEST_SECONDS, TimeUnit.SECONDS).execute(process::destroyForcibly);
        process.getInputStream().transferTo(here.err());
        int exit = process.waitFor();
        if (exit != 0) {
            here.err().println("Note: the --notify command exited with " + exit + ".");
        }
        here.err().flush();
    }

    private void describe(JobId job, Map<String, String> variables) {
        variables.put("GLEANER_JOB", job.toString());
        variables.put("GLEANER_STATE", "unknown");
        if (calls.jobs(job.toString(), 1) instanceof Answer.Success<JobPage> page) {
            for (JobSummary summary : page.value().jobs()) {
                variables.put("GLEANER_NAME", summary.name());
                variables.put("GLEANER_TASKS", Integer.toString(summary.tasks().total()));
                variables.put("GLEANER_STATE", summary.state().word());
                for (TaskState state : TaskState.ALL) {
                    variables.put(
                            "GLEANER_" + state.word().toUpperCase(Locale.ROOT),
                            Integer.toString(summary.tasks().asMap().getOrDefault(state, 0)));
                }
            }
        }
    }
}
