package org.gleaner.agent.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gleaner.agent.sandbox.Allowance;
import org.gleaner.agent.sandbox.Bubblewrap;
import org.gleaner.agent.sandbox.ControlGroup;
import org.gleaner.agent.sandbox.Room;
import org.jspecify.annotations.Nullable;

/** How one task's command is started: in a sandbox or without, where, and with what around it. */
final class TaskLaunch {
    /** The directory of every program before the command: it holds nothing that a job could have put there. */
    private static final File NOWHERE = new File("/");

    /** Of every program before the command. */
    static final String PLAIN_PATH = "/usr/bin:/bin";

    private static final int FAILED = 1;

    private final TaskCommand command;
    private final TaskEnvironment surroundings;
    private final @Nullable Bubblewrap sandbox;
    private final Workspace workspace;
    private final Room room;
    private final Allowance allowance;
    private final Map<String, String> environment;

    TaskLaunch(TaskCommand command, RunContext context, Workspace workspace, Room room) {
        this.command = command;
        this.surroundings = context.surroundings();
        this.sandbox = context.confinement().sandbox();
        this.workspace = workspace;
        this.room = room;
        this.allowance = context.confinement().allowance(command.needs());
        this.environment = environment(command);
    }

    /** Why the command can't be started, in one line; null if it seems that it can. */
    @Nullable
    String obstacle() {
        return command.obstacle(environment);
    }

    ProcessBuilder builder(@Nullable ControlGroup group) throws IOException {
        // What the task writes is its own, also if it opens it by a name such as /dev/stderr.
        Files.createFile(workspace.stdout());
        Files.createFile(workspace.stderr());
        List<Path> members = group == null ? List.of() : group.members();
        Path script = workspace.script();
        Files.write(script, script(members, environment));
        ProcessBuilder builder = new ProcessBuilder(chain(members))
                .directory(NOWHERE)
                .redirectInput(script.toFile())
                .redirectOutput(workspace.stdout().toFile())
                .redirectError(workspace.stderr().toFile());
        builder.environment().clear();
        builder.environment().put("PATH", PLAIN_PATH);
        // By these an agent finds its processes, the first of the chain too.
        builder.environment().put("GLEANER_AGENT", surroundings.marker());
        builder.environment().put("GLEANER_ATTEMPT", command.attempt().toString());
        return builder;
    }

    /** Programs that become each other, the last one the shell that reads the script. */
    private List<String> chain(List<Path> members) throws IOException {
        Path setsid = surroundings.setsid();
        List<String> words = new ArrayList<>();
        if (setsid != null) {
            words.add(setsid.toString());
        }
        if (sandbox != null) {
            sandbox.handOver(List.of(room.files(), room.temporary(), workspace.stdout(), workspace.stderr()));
            if (room.making() && room.setup() != null) {
                sandbox.handOver(List.of(room.setup()));
            }
            words = sandbox.around(room, allowance, StartScript.enter(members), words);
        }
        words.addAll(List.of(StartScript.SHELL, "-s"));
        return words;
    }

    private byte[] script(List<Path> members, Map<String, String> variables) {
        StartScript script = new StartScript();
        if (sandbox == null) {
            script.entering(members);
        } else if (allowance.ofUser() > 0) {
            script.processes(allowance.ofUser());
        }
        return script.in(sandbox == null ? room.start() : sandbox.inside(room))
                .with(variables)
                .running(command.words());
    }

    Room room() {
        return room;
    }

    /** Whether the leading process is the sandbox, and the task's own are below it. */
    AttemptProcesses.Wrapping wrapping() {
        return sandbox == null ? AttemptProcesses.Wrapping.NONE : AttemptProcesses.Wrapping.SANDBOX;
    }

    /** What a runner shall run next; gives the task what lies in its directory. */
    byte[] forRunner() throws IOException {
        if (sandbox != null && command.bringsFiles()) {
            sandbox.handOver(List.of(room.files()));
        }
        return script(List.of(), environment);
    }

    /** What a runner shall run for this task and others; it hears nothing of this one by its variables. */
    byte[] forServing() {
        Map<String, String> variables = environment(command.forOthersToo());
        variables.remove("GLEANER_ATTEMPT");
        variables.put("GLEANER_JOB", command.attempt().job().toString());
        variables.put(
                "GLEANER_SERVE",
                Bubblewrap.DOOR.resolve(workspace.own().getFileName()).toString());
        return script(List.of(), variables);
    }

    /**
     * Why nothing was executed, for example for a bad first line of a script: the programs that start the task's say
     * so in a line of their own. Null if the command did run, as far as one can tell.
     */
    @Nullable
    String startFailure(int code, String tail) {
        if (sandbox != null && code == FAILED && tail.startsWith("bwrap: ") && tail.indexOf('\n') < 0) {
            return "in the sandbox: " + tail.substring(tail.indexOf(':') + 1).strip();
        }
        return StartScript.failure(code, tail, command.words().get(0));
    }

    private Map<String, String> environment(TaskCommand command) {
        Map<String, String> variables = command.environment(surroundings);
        boolean inside = sandbox != null;
        variables.put("PATH", command.variable("PATH", surroundings.path()));
        variables.put("HOME", command.variable("HOME", (inside ? Bubblewrap.TASK : room.files()).toString()));
        variables.put(
                "TMPDIR", command.variable("TMPDIR", (inside ? Bubblewrap.TEMPORARY : room.temporary()).toString()));
        Path setup = room.setup();
        if (setup != null) {
            variables.put("GLEANER_SETUP", (inside ? Bubblewrap.SETUP : setup).toString());
        }
        return variables;
    }
}
