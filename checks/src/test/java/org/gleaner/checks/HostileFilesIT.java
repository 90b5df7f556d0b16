package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.protocol.message.TaskRow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Owners who play tricks with files, against each other and against the agent, on a real server and a real agent. */
class HostileFilesIT {
    /** Goes down so many directories of 200 letters that no path reaches the last. */
    private static final String DEEP = "d=$(head -c 200 /dev/zero | tr '\\0' d); i=0;"
            + " while [ $i -lt 25 ]; do mkdir $d && cd -P $d; i=$((i+1)); done 2>/dev/null; chmod 000 .;";

    /** Nobody else on this machine sleeps so long. */
    private static final String SLEEP = "98761" + ProcessHandle.current().pid();

    @TempDir
    Path temp;

    private RealGrid grid = new RealGrid(Path.of("unset"));
    private AgentChild agent;

    @BeforeEach
    void start_a_server_and_an_agent() throws Exception {
        grid = new RealGrid(temp).startServer();
        agent = grid.startAgent("agent", 2);
    }

    @AfterEach
    void kill_everything() throws Exception {
        grid.killAll();
    }

    @Test
    void an_agent_starts_again_whatever_its_tasks_have_left() throws Exception {
        JobId left = grid.submit("--no-check", "--shell", DEEP + " sleep " + SLEEP);
        RealGrid.until("it is there", HostileFilesIT::isDeep);
        agent.child().kill();

        agent.start();

        JobId next = grid.submit("--no-check", "--shell", "echo goes on");
        grid.untilDone(next);
        grid.well("cancel", left);
        RealGrid.until("all is cleared", () -> agent.place().leftovers().isEmpty());
    }

    @Test
    void nothing_that_one_owner_plants_reaches_another() throws Exception {
        String ann = grid.newUser("ann");
        String bob = grid.newUser("bob");
        grid.file("tool.sh", "#!/bin/sh\necho honest\n" + "# filling\n".repeat(20_000));
        String rewrite = "touch -r tool.sh stamp; chmod u+w tool.sh; sed -i s/honest/hacked/ tool.sh;"
                + " chmod u-w tool.sh; touch -r stamp tool.sh; sh tool.sh";
        String line = "[ -z \"$PLANTED\" ] || echo \"$PLANTED\" >planted; ls >made";

        String first = done(ann, "--in", "tool.sh", "--shell", rewrite);
        String second = done(bob, "--in", "tool.sh", "--shell", "sh tool.sh");
        String own = done(ann, "--env", "PLANTED=evil", "--setup", line, "--shell", "cat planted");
        String others = done(bob, "--env", "PLANTED=", "--setup", line, "--shell", "cat planted 2>&1 || echo clean");

        assertThat(first).isEqualTo("hacked\n");
        assertThat(second).isEqualTo("honest\n");
        assertThat(own).isEqualTo("evil\n");
        assertThat(others).endsWith("clean\n").doesNotContain("evil");
        try (Stream<Path> made = Files.list(temp.resolve("agent/setups"))) {
            assertThat(made).hasSize(2);
        }
    }

    @Test
    void files_that_hide_or_claim_terabytes_are_named_as_too_much_disk() throws Exception {
        JobId hidden = grid.submit(
                "--no-check",
                "--disk",
                "5M",
                "--shell",
                "mkdir h; cd h; head -c 9000000 /dev/zero >f; chmod 000 .;" + " exec sleep 300");
        JobId sparse = grid.submit("--no-check", "--out", "f", "--shell", "truncate -s 8T f");

        for (JobId job : List.of(hidden, sparse)) {
            RealGrid.until("it is blocked", () -> grid.tasks(job).get(0).state() == TaskState.BLOCKED);
            TaskRow.LastAttempt last = grid.tasks(job).get(0).last();
            assertThat(last).isNotNull();
            assertThat(last.cause()).as(last.detail()).isEqualTo(Outcome.OUT_OF_DISK);
        }
    }

    /** What the job printed. */
    private String done(String token, Object... words) throws Exception {
        Object[] line = Stream.concat(Stream.of("submit", "--no-check"), Stream.of(words))
                .toArray();
        JobId job = new JobId(Long.parseLong(grid.wellAs(token, line).strip()));
        grid.wellAs(token, "wait", job);
        return grid.wellAs(token, "logs", job);
    }

    /** The task sleeps when it has gone down all the way. */
    private static boolean isDeep() {
        return ProcessHandle.allProcesses()
                .anyMatch(process -> process.info()
                        .arguments()
                        .map(words -> words.length == 1 && words[0].equals(SLEEP))
                        .orElse(false));
    }
}
