package org.gleaner.agent;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.machine.Machine;
import org.gleaner.agent.person.HouseRules;
import org.gleaner.agent.person.LocalPage;
import org.gleaner.agent.person.PageDoor;
import org.gleaner.agent.person.PauseFile;
import org.gleaner.agent.person.Standing;
import org.gleaner.agent.person.Verdict;
import org.gleaner.agent.run.Runs;
import org.gleaner.agent.sandbox.RunningSandboxes;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Capacity;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts together what the page of this agent says, and opens it if the owner of the machine wants one. */
final class OwnPage implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OwnPage.class);

    private final AgentOptions options;
    private final AgentDirectory directory;
    private final Outages outages;
    private final List<String> limits = new ArrayList<>();
    private @Nullable LocalPage page;

    OwnPage(AgentOptions options, AgentDirectory directory, Capacity capacity, List<String> enforced, Outages outages) {
        this.options = options;
        this.directory = directory;
        this.outages = outages;
        limits.add(capacity.slots() + " of " + Runtime.getRuntime().availableProcessors()
                + " cores, at the lowest priority");
        boolean fixed = !options.share().memory().equals(MemorySize.ZERO);
        limits.add("at most " + capacity.memory() + " of memory" + (fixed ? "" : ", less what your own programs use"));
        if (enforced.contains(Abilities.SANDBOX)) {
            limits.add("tasks see only their own files (sandboxed; your home directory is hidden)");
        } else {
            limits.add("tasks see whatever the agent's account can see (not sandboxed)");
        }
        if (options.house().bandwidth() > 0) {
            limits.add(new MemorySize(options.house().bandwidth()) + " per second of network traffic");
        }
    }

    /** Nobody needs the page to get work done, so one that can't be opened is no reason to stop. */
    void open(PersonWatch watch, Runs runs) throws IOException {
        int port = options.house().pagePort();
        if (port == HouseRules.NO_PAGE) {
            return;
        }
        try {
            PauseFile pause = new PauseFile(directory.root());
            LocalPage opened = new LocalPage(
                    port,
                    () -> standing(watch, pause, runs),
                    pause,
                    PageDoor.of(directory.pageKey(), Machine.ownUser(), new RunningSandboxes()::mayBelongTo),
                    Machine.hostName(),
                    watch::lookNow);
            page = opened;
            directory.rememberPage(opened.address());
            LOG.info("the agent's page is {}; 'gleaner agent status' prints a link to it", opened.address());
        } catch (IOException taken) {
            LOG.warn("could not open the agent's page on port {}: {}", port, taken.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        if (page != null) {
            page.close();
            directory.forgetPage();
        }
    }

    private Standing standing(PersonWatch watch, PauseFile pause, Runs runs) {
        List<Standing.Running> running = new ArrayList<>();
        for (Runs.View view : runs.views()) {
            String owner = view.owner() == null ? "unknown" : view.owner().name();
            running.add(new Standing.Running(
                    view.attempt().task().toString(), view.type(), owner, view.since(), view.suspended()));
        }
        List<String> told = new ArrayList<>(limits);
        runs.trouble().ifPresent(told::add);
        return new Standing(
                new Standing.Server(options.server().toString(), outages.sentence()),
                verdict(watch, pause),
                running,
                told,
                options.house().sentences(),
                watch.source());
    }

    /** Who has just paused work, and asks, is not told that there will be some. */
    private static Verdict verdict(PersonWatch watch, PauseFile pause) {
        try {
            return watch.verdict(pause.read(Instant.now()) != null);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            return watch.verdict();
        }
    }
}
