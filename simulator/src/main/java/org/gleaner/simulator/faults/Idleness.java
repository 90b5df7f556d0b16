package org.gleaner.simulator.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.Recipe;
import org.gleaner.core.job.TaskState;
import org.gleaner.simulator.checker.BrokenRule;
import org.gleaner.simulator.checker.Ledger;
import org.gleaner.simulator.checker.LedgerJob;

/** In calm weather no agent stands idle beside a task that it could run. */
final class Idleness {
    /** Longer than a failed task waits for another node, and than an agent waits for an answer that was lost. */
    private static final Duration TOO_LONG = Duration.ofSeconds(80);

    private final Ledger ledger;

    private record Rest(Instant since, long started) {}

    private final Map<SimulatedAgent, Rest> idleSince = new HashMap<>();

    Idleness(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Looks at all agents; to be called every few seconds. */
    void look(List<SimulatedAgent> agents, Instant now) {
        for (SimulatedAgent agent : agents) {
            NodeId node = agent.disk().knownAs();
            if (node == null || !agent.isAlive() || !agent.isIdle() || !hasWorkFor(agent, node)) {
                idleSince.remove(agent);
                continue;
            }
            Rest rest = idleSince.get(agent);
            if (rest == null || rest.started() != agent.started()) {
                idleSince.put(agent, new Rest(now, agent.started()));
            } else if (now.isAfter(rest.since().plus(TOO_LONG))) {
                throw new BrokenRule(
                        "idleness",
                        node + " has been idle since " + rest.since() + " although there is work that it could do");
            }
        }
    }

    private boolean hasWorkFor(SimulatedAgent agent, NodeId node) {
        for (Map.Entry<JobId, LedgerJob> one : ledger.jobs().entrySet()) {
            LedgerJob job = one.getValue();
            int atMost = job.spec().limits().atMost();
            TypeKey type = new TypeKey(job.owner(), job.spec().type());
            if (!job.closed()
                    && agent.fits(job.spec(), ledger.licences())
                    && hasLicences(job)
                    && (atMost == 0 || job.live().size() < atMost)
                    && job.count(TaskState.READY) > 0
                    && !(job.isOneFirst() && !job.live().isEmpty())
                    && !ledger.isRefused(node, Recipe.of(one.getKey(), type, job.spec()))) {
                return true;
            }
        }
        return false;
    }

    private boolean hasLicences(LedgerJob job) {
        Amounts all = ledger.licences();
        return job.spec().needs().uses().counts().entrySet().stream()
                .allMatch(use ->
                        !all.names(use.getKey()) || ledger.used(use.getKey()) + use.getValue() <= all.of(use.getKey()));
    }
}
