package org.gleaner.lab.demo;

import java.io.IOException;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.terminal.console.CliFailure;

/** A script with a bug that shows for some inputs only: found, fixed, and only those run again. */
record RepairChapter(Stage stage) {
    void play() throws CliFailure, CallFailed, IOException, InterruptedException {
        stage.screen().chapter("4. A bug, fixed");
        stage.say("share.sh divides 1000 apples among the people at each of " + DemoPlan.TABLES
                + " tables. Every fourth table has nobody at it.");
        stage.script("share.sh");
        JobId job = stage.submit("--name apples --in share.sh --out share.txt --array 1-" + DemoPlan.TABLES
                + " --max-failures 1 --stop-after " + DemoPlan.TABLES + " sh share.sh {}");
        String cause = stage.gleaner().run(1, "wait", job.toString());
        stage.claim(
                cause.lines().filter(line -> line.contains("division by")).count() == 1,
                "The cause of the failures was not shown in one line.",
                "The script divides by zero, and 'gleaner wait' did not say so.");
        Sighting failed = stage.look(job, DemoPlan.TABLES);
        stage.claim(
                failed.count(TaskState.BLOCKED) == DemoPlan.FAILING
                        && failed.count(TaskState.DONE) == DemoPlan.TABLES - DemoPlan.FAILING,
                "Not exactly the tasks that meet the bug failed.",
                failed.count(TaskState.BLOCKED) + " are blocked and " + failed.count(TaskState.DONE) + " done.");
        stage.say("That was the cause, in one line. The script should have counted the host, too:");
        stage.gleaner().shell("sed 's/% 4/% 4 + 1/' share.sh >fixed && mv fixed share.sh");
        stage.gleaner().run(0, "retry", job.toString(), "--refresh");
        stage.gleaner().run(0, "wait", job.toString());
        stage.gleaner().run(0, "status", job.toString());
        check(failed, stage.look(job, DemoPlan.TABLES));
    }

    private void check(Sighting failed, Sighting fixed) throws CliFailure {
        stage.claim(
                fixed.count(TaskState.DONE) == DemoPlan.TABLES,
                "The fixed job is not done.",
                "Only " + fixed.count(TaskState.DONE) + " of " + DemoPlan.TABLES + " tasks are.");
        int again = 0;
        for (int task = 1; task <= DemoPlan.TABLES; task++) {
            int more = fixed.attempts(task) - failed.attempts(task);
            boolean due = failed.state(task) == TaskState.BLOCKED;
            stage.claim(
                    due ? more > 0 : more == 0, // more than once if an idle node ran a copy
                    "Not exactly the tasks that had failed ran again.",
                    "Task " + task + (due ? " had failed" : " was done") + " and ran " + more + " more times.");
            again += due ? 1 : 0;
        }
        stage.say("Exactly the " + again + " tasks that had failed ran again. The other " + (DemoPlan.TABLES - again)
                + " were not touched.");
    }
}
