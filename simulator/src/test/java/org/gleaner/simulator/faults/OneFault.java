package org.gleaner.simulator.faults;

import java.time.Duration;
import java.util.function.UnaryOperator;
import org.gleaner.simulator.faults.FaultMix.AgentFaults;
import org.gleaner.simulator.faults.FaultMix.ServerFaults;
import org.gleaner.simulator.faults.FaultMix.StoreFaults;
import org.gleaner.simulator.faults.FaultMix.WorkFaults;
import org.gleaner.simulator.world.NetworkFaults;

/** Worlds in which nothing goes wrong but one thing, often: what a bug shows there, that fault has brought to light. */
final class OneFault {
    private static final Duration QUICK = Duration.ofMillis(3);

    static final ServerFaults STEADY = new ServerFaults(0, 0, false, QUICK);
    static final ServerFaults PAUSING = new ServerFaults(0, 1, false, QUICK);
    static final ServerFaults CRASHING = new ServerFaults(6, 0, false, QUICK);
    static final StoreFaults SOUND = new StoreFaults(0, 0, 0, 0, 0, 0);
    static final StoreFaults IN_DOUBT = new StoreFaults(0, 0, 0, 0, 0, 0.1);
    static final StoreFaults UNREAD = new StoreFaults(0, 0, 0, 0, 0.8, 0);
    static final AgentFaults HEALTHY = new AgentFaults(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    static final AgentFaults WITHOUT_POWER = new AgentFaults(2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0);
    static final AgentFaults HALF_OPEN = new AgentFaults(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0);
    static final AgentFaults LYING = new AgentFaults(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4);
    static final WorkFaults EASY = new WorkFaults(0, 0, 0, 0, 0, 0, 0, 0);
    static final WorkFaults SWEPT = new WorkFaults(0, 0, 0, 0, 0, 0, 0, 20);
    static final NetworkFaults SWIZZLED = new NetworkFaults(0, 0, 0, 0, Duration.ZERO, 3);

    private OneFault() {}

    static UnaryOperator<FaultMix> of(NetworkFaults network) {
        return mix -> new FaultMix(mix.size(), network, STEADY, SOUND, HEALTHY, EASY);
    }

    static UnaryOperator<FaultMix> of(ServerFaults server) {
        return mix -> new FaultMix(mix.size(), NetworkFaults.NONE, server, SOUND, HEALTHY, EASY);
    }

    static UnaryOperator<FaultMix> of(StoreFaults store) {
        return mix -> new FaultMix(mix.size(), NetworkFaults.NONE, STEADY, store, HEALTHY, EASY);
    }

    static UnaryOperator<FaultMix> of(AgentFaults agent) {
        return mix -> new FaultMix(mix.size(), NetworkFaults.NONE, STEADY, SOUND, agent, EASY);
    }

    static UnaryOperator<FaultMix> of(WorkFaults work) {
        return mix -> new FaultMix(mix.size(), NetworkFaults.NONE, STEADY, SOUND, HEALTHY, work);
    }
}
