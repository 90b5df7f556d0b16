package org.gleaner.simulator.faults;

import java.time.Duration;
import org.gleaner.core.id.AttemptId;
import org.gleaner.simulator.world.Chance;
import org.gleaner.simulator.world.LossyNetwork;
import org.gleaner.simulator.world.Timeline;

/** What befalls agents: death, wiping, stopping, freezing, partitions, jumping clocks, owners at their machines. */
final class AgentTrouble {
    private final Timeline timeline;
    private final Weather weather;
    private final Observation seen;
    private final LossyNetwork network;
    private final Chance chance;

    AgentTrouble(SimulatedAgent.Surroundings around, LossyNetwork network, Chance chance) {
        this.timeline = around.timeline();
        this.weather = around.weather();
        this.seen = around.seen();
        this.network = network;
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
        agent.claim(AttemptId.of(chance.between(1, 8), chance.between(1, 12), chance.between(1, 3)));
    }

    private void repeat(double rate, SimulatedAgent agent, Runnable trouble) {
        if (rate > 0) {
            timeline.after(chance.wait(rate), () -> {
                if (weather.stormy()) {
                    if (agent.isAlive()) {
                        trouble.run();
                    }
                    repeat(rate, agent, trouble);
                }
            });
        }
    }

    private Duration span(int least, int most) {
        return Duration.ofSeconds(chance.between(least, most));
    }

    private void kill(SimulatedAgent agent) {
        seen.count(Mark.AGENT_DEATH);
        agent.die();
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
