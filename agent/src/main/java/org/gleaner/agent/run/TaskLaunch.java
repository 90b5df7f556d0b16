package org.gleaner.agent.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gleaner.agent.sandbox.Bubblewrap;
import org.gleaner.agent.sandbox.ControlGroup;
import org.gleaner.agent.sandbox.Room;
import org.jspecify.annotations.Nullable;

/** How one task's command is started: in a sandbox or without, where, and with what around it. */
final class TaskLaunch {
    private static final int CANNOT_EXECUTE = 126;
    private static final int NOT_FOUND = 127;
    private static final int FAILED = 1;

    private final TaskCommand command;
    private final Surroundings surroundings;
    private final @Nullable Bubblewrap sandbox;
    private final Workspace workspace;
    private final Room room;

    TaskLaunch(TaskCommand command, RunContext context, Workspace workspace, Room room) {
        this.command = command;
        this.surroundings = context.surroundings();
        this.sandbox = context.confinement().sandbox();
        this.workspace = workspace;
        this.room = room;
    }

    /** Why the command can't be started, in one line; null if it seems that it can. */
    @Nullable
    String obstacle() {
        return command.obstacle(room.start(), surroundings.path());
    }

    ProcessBuilder builder(@Nullable ControlGroup group) throws IOException {
        List<String> words = new ArrayList<>(group == null ? List.of() : group.entering());
        Path setsid = surroundings.setsid();
        if (setsid != null) {
            words.add(setsid.toString());
        }
        // What the task writes is its own, also if it opens it by a name such as /dev/stderr.
        Files.createFile(workspace.stdout());
        Files.createFile(workspace.stderr());
        if (sandbox == null) {
            words.addAll(command.words());
        } else {
            sandbox.handOver(List.of(room.files(), room.temporary(), workspace.stdout(), workspace.stderr()));
            if (room.making() && room.setup() != null) {
                sandbox.handOver(List.of(room.setup()));
            }
            words.addAll(sandbox.around(room, command.words()));
        }
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(room.start().toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(workspace.stdout().toFile())
                .redirectError(workspace.stderr().toFile());
        builder.environment().clear();
        builder.environment().putAll(environment());
        return builder;
    }

    Room room() {
        return room;
    }

    /** Whether the leading process is the sandbox, and the task's own are below it. */
    boolean isWrapped() {
        return sandbox != null;
    }

    /**
     * Why nothing was executed, for example for a bad first line of a script: the programs that start the task's say
     * so in a single line of their own. Null if the command did run, as far as one can tell.
     */
    @Nullable
    String startFailure(int code, String tail) {
        if (tail.indexOf('\n') >= 0) {
            return null;
        }
        if (tail.startsWith(ControlGroup.ENTERING + ": ")) {
            return "it can't be held to its memory: " + afterColon(tail);
        }
        boolean execFailed = code == CANNOT_EXECUTE || code == NOT_FOUND;
        if (execFailed && surroundings.setsid() != null && tail.startsWith("setsid: failed to execute ")) {
            return afterColon(tail);
        }
        if (sandbox != null && code == FAILED && tail.startsWith("bwrap: ")) {
            return "in the sandbox: " + afterColon(tail);
        }
        if (sandbox != null && execFailed && tail.startsWith("setpriv: failed to execute ")) {
            return "in the sandbox: " + afterColon(tail);
        }
        return null;
    }

    private static String afterColon(String text) {
        return text.substring(text.indexOf(':') + 1).strip();
    }

    private Map<String, String> environment() {
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
