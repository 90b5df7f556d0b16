package org.gleaner.agent.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.gleaner.agent.disk.InputCache;
import org.gleaner.agent.disk.KeptResults;
import org.gleaner.agent.machine.ProcessTable;
import org.gleaner.agent.sandbox.Confinement;
import org.gleaner.agent.setup.SetupCache;

/**
 * What every attempt needs to run.
 *
 * @param work where the directories of attempts are made
 * @param downloads has a thread for every download that is asked of it
 * @param downloadPause before a download is tried again the first time; each further pause is longer
 * @param killGrace time between asking a process to end and killing it
 * @param inlineLimit content up to this many bytes travels inside a commit
 * @param confinement what tasks are held to
 */
public record RunContext(
        Path work,
        KeptResults results,
        InputCache inputs,
        SetupCache setups,
        ProcessTable table,
        TaskEnvironment surroundings,
        Launcher launcher,
        Executor downloads,
        Duration downloadPause,
        Supplier<Duration> killGrace,
        IntSupplier inlineLimit,
        Confinement confinement) {}
