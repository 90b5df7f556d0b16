package org.gleaner.simulator.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.ahead.Timeline;
import org.gleaner.core.id.AttemptId;
import org.gleaner.simulator.world.Chance;
import org.gleaner.simulator.world.LossyNetwork;

/** What befalls agents: death, wiping, stopping, freezing, partitions, jumping clocks, owners at their machines. */
final class AgentTrouble {
    private final Timeline timeline;
    private final Weather weather;
    private final Observation seen;
    private final LossyNetwork network;
    private final Clogging clogging;
    private final Chance chance;

    AgentTrouble(SimulatedAgent.Surroundings around, LossyNetwork network, Clogging clogging, Chance chance) {
        this.timeline = around.timeline();
        this.weather = around.weather();
        this.seen = around.seen();
        this.network = network;
        this.clogging = clogging;
        this.chance = chance;
    }

    void follow(SimulatedAgent agent) {
        FaultMix.AgentFaults faults = weather.mix().agent();
        repeat(faults.death(), agent, () -> kill(agent));
        repeat(faults.stop(), agent, () -> stop(agent));
        repeat(faults.update(), agent, () -> update(agent));
        repeat(faults.freeze(), agent, () -> {
            seen.count(Mark.AGENT_FREEZE);
            agent.freeze(span(10, 200));
        });
        repeat(faults.partition(), agent, () -> partition(agent));
        repeat(faults.clockJump(), agent, () -> {
            seen.count(Mark.AGENT_CLOCK_JUMP);
            agent.jumpClock(span(1, 300));
        });
        repeat(faults.confusion(), agent, () -> confuse(agent));
        repeat(faults.nonsense(), agent, () -> lie(agent));
        repeat(faults.halfOpen(), agent, () -> clogging.halfOpen(agent.line().number()));
        repeat(faults.offer(), agent, () -> {
            seen.count(Mark.OFFER_CHANGE);
            agent.offer(chance.between(0, 4));
            timeline.after(span(5, 60), () -> agent.offer(4));
        });
        repeat(faults.person(), agent, () -> {
            seen.count(Mark.PERSON_CAME);
            agent.welcomes(false);
            timeline.after(span(1, chance.happens(0.5) ? 50 : 150), () -> agent.welcomes(true));
        });
    }

    /** It claims to have done something, whether it ever had it or not. */
    private void confuse(SimulatedAgent agent) {
        seen.count(Mark.AGENT_CONFUSED);
        AttemptId attempt = any();
        agent.lie(lies -> lies.claim(attempt));
    }

    private AttemptId any() {
        return AttemptId.of(chance.between(1, 8), chance.between(1, 12), chance.between(1, 3));
    }

    /** It speaks of what others have, or is a second one with a copy of the first one's directory. */
    private void lie(SimulatedAgent agent) {
        List<AttemptId> others = new ArrayList<>();
        seen.ledger()
                .jobs()
                .values()
                .forEach(job -> job.live().forEach((attempt, live) -> {
                    if (!live.node().equals(agent.disk().knownAs())) {
                        others.add(attempt);
                    }
                }));
        AttemptId one = others.isEmpty() ? any() : chance.one(others);
        List<AttemptId> some = List.of(one, any());
        int kind = chance.between(1, 7);
        seen.count(kind <= 4 ? Mark.AGENT_CLAIMS_ANOTHERS : kind <= 6 ? Mark.AGENT_NONSENSE : Mark.AGENT_TWIN);
        switch (kind) {
            case 1, 2, 3 -> agent.lie(lies -> lies.claim(one));
            case 4 -> agent.lie(lies -> lies.partial(one));
            case 5, 6 -> agent.lie(lies -> lies.nonsense(some));
            default -> agent.twin(some);
        }
    }

    private void repeat(double rate, SimulatedAgent agent, Runnable trouble) {
        weather.repeat(timeline, chance, rate, () -> {
            if (agent.isAlive()) {
                trouble.run();
            }
        });
    }

    private Duration span(int least, int most) {
        return Duration.ofSeconds(chance.between(least, most));
    }

    private void kill(SimulatedAgent agent) {
        seen.count(Mark.AGENT_DEATH);
        boolean power = chance.happens(weather.mix().agent().power());
        if (power) {
            seen.count(Mark.POWER_FAILURE);
        }
        agent.die(power);
        comeBack(agent);
    }

    private void stop(SimulatedAgent agent) {
        seen.count(Mark.AGENT_STOP);
        agent.stop();
        timeline.after(span(6, 20), () -> comeBack(agent));
    }

    private void update(SimulatedAgent agent) {
        if (agent.update()) {
            seen.count(Mark.AGENT_UPDATE);
            timeline.after(span(6, 10), () -> comeBack(agent));
        }
    }

    private void comeBack(SimulatedAgent agent) {
        boolean wiped = weather.stormy() && chance.happens(weather.mix().agent().wiped());
        boolean smaller =
                weather.stormy() && chance.happens(weather.mix().agent().smaller());
        timeline.after(span(1, chance.happens(0.7) ? 20 : 150), () -> {
            if (!agent.isAlive()) {
                if (wiped && chance.happens(0.8)) {
                    agent.wipe();
                } else if (wiped) {
                    agent.misplace();
                }
                if (smaller) {
                    agent.shrink();
                }
                agent.start();
            }
        });
    }

    /** Both ways, or one way only; longer than a node may be silent, or shorter. */
    private void partition(SimulatedAgent agent) {
        Duration span = span(5, chance.happens(0.6) ? 150 : 30);
        int way = chance.between(1, 4);
        seen.count(way <= 2 ? Mark.PARTITION : Mark.ONE_WAY_PARTITION);
        if (way != 3) {
            network.mute(agent.line().number(), span);
        }
        if (way != 4) {
            network.deafen(agent.line().number(), span);
        }
    }
}
