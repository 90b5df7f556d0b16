package org.gleaner.agent.run;

import java.util.List;
import org.gleaner.agent.sandbox.Confinement;
import org.gleaner.agent.sandbox.Room;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.Workplace;
import org.gleaner.core.message.Start;
import org.jspecify.annotations.Nullable;

/**
 * What attempts have in common that may use one runner: one job of one owner, and the same around it.
 *
 * @param served the words of a command that goes on with the next task by itself; none: each task starts its own
 * @param era which of the names it is that this node has had: numbers of jobs mean something only under one
 */
record RunnerKind(
        int era, JobId job, @Nullable Owner owner, Requirements needs, Workplace workplace, List<String> served) {
    RunnerKind {
        served = List.copyOf(served);
    }

    /** Null if the attempt has to have processes of its own. */
    static @Nullable RunnerKind of(Start start, Confinement confinement, int era) {
        JobSpec spec = start.spec();
        Workplace place = spec.workplace();
        boolean plainPlace = place.directory() == null
                && place.setup() == null
                && place.archives().isEmpty();
        boolean plainLife = !start.resumed()
                && spec.feedback().partial() == null
                && spec.limits().forewarning() == null
                && spec.needs().uses().of(Amounts.GPU) == 0;
        if (!confinement.takesRunners() || !plainPlace || !plainLife) {
            return null;
        }
        boolean sandboxed = confinement.sandbox() != null;
        boolean serves = sandboxed && serves(start);
        if (sandboxed && !serves && lends(start)) {
            return null;
        }
        List<String> served = serves ? new TaskCommand(start).words() : List.of();
        return new RunnerKind(era, start.attempt().job(), start.owner(), spec.needs(), place, served);
    }

    /** Each task's own files lie in one directory for it. */
    private static boolean serves(Start start) {
        Entry entry = start.entry();
        return start.spec().command() instanceof CommandLine.Words words
                && words.serves()
                && start.directories().isEmpty()
                && (entry == null
                        || entry.files().stream().noneMatch(file -> file.path().contains("/")));
    }

    /** Whether one command does one task after the other. */
    boolean serves() {
        return !served.isEmpty();
    }

    /** Large inputs are mounted into the sandbox when it is made. */
    private static boolean lends(Start start) {
        List<InputFile> own = start.entry() == null ? List.of() : start.entry().files();
        return start.spec().inputs().stream().anyMatch(Preparation::isWorthLending)
                || own.stream().anyMatch(Preparation::isWorthLending);
    }

    Room room(Workspace workspace) {
        return new Room(workspace.files(), workspace.temporary(), null, null, false, workplace.network(), List.of());
    }
}
