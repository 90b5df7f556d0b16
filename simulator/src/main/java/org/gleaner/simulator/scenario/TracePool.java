package org.gleaner.simulator.scenario;

import java.util.ArrayList;
import java.util.List;

/** The hosts of a trace, one slot each. Immutable. */
record TracePool(AvailabilityTrace trace, HostSpeeds speeds) implements MachinePool {
    @Override
    public String name() {
        return trace.name();
    }

    @Override
    public List<TrialMachine> machines(long seed) {
        List<String> hosts = trace.hosts();
        List<Double> powers = speeds.powers(hosts, seed);
        List<TrialMachine> machines = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            machines.add(new TrialMachine(hosts.get(i), trace.name(), powers.get(i), trace.windows(hosts.get(i))));
        }
        return machines;
    }

    @Override
    public long span() {
        return trace.span();
    }
}
