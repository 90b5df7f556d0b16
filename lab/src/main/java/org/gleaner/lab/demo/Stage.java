package org.gleaner.lab.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.id.JobId;
import org.gleaner.lab.child.Child;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.terminal.console.CliFailure;

/**
 * All that a chapter plays with.
 *
 * @param calls the server, asked directly where a command would only print what the demo must know
 */
record Stage(Screen screen, OwnProgram gleaner, DemoGrid fleet, UserCalls calls) {
    Path home() {
        return gleaner.home();
    }

    void say(String text) {
        screen.line("  " + text);
    }

    /** It gets no chance to tidy up. */
    void kill(Child child) throws InterruptedException {
        screen.command("kill -9 " + child.pid());
        child.kill();
    }

    /** Submits with the words of this line, which have no blanks in them, and returns the job that came of it. */
    JobId submit(String line) throws CliFailure, CallFailed, IOException, InterruptedException {
        gleaner.run(0, ("submit " + line).split(" ", -1));
        return calls.jobs("last", 1).get().jobs().get(0).id();
    }

    /** Where all tasks of a job stand. */
    Sighting look(JobId job, int tasks) throws CallFailed {
        return Sighting.of(calls.tasks(job, 1, tasks, null).get().tasks());
    }

    void claim(boolean holds, String what, String why) throws CliFailure {
        Broken.unless(holds, what, why, home());
    }

    /** Puts a script of the demo into its directory. */
    void script(String name) throws IOException {
        try (InputStream script = Stage.class.getResourceAsStream(name)) {
            if (script == null) {
                throw new IOException("the program was built without " + name);
            }
            Files.copy(script, home().resolve(name));
        }
    }
}
