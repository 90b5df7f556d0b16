package org.gleaner.lab.torture;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.gleaner.agent.machine.Signals;
import org.gleaner.lab.child.Child;
import org.gleaner.lab.child.PrivatePostgres;
import org.gleaner.lab.fuzz.Dice;
import org.gleaner.lab.torture.Fault.Act;
import org.jspecify.annotations.Nullable;

/** All faults that are possible on this ground. */
final class Faults {
    private static final int OFTEN = 6;
    private static final int USUAL = 4;
    private static final int RARE = 2;
    private static final int SHORT = 1_500;
    private static final int MEDIUM = 5_000;
    /** Longer than after which a machine is given up. */
    private static final int LONG = 9_000;

    private static final Duration END_PATIENCE = Duration.ofSeconds(10);
    private static final long FARTHEST_SECONDS = 3_600;

    private final Ground ground;
    private final List<Fault> all = new ArrayList<>();

    private Faults(Ground ground) {
        this.ground = ground;
    }

    static List<Fault> on(Ground ground, NastyUser nasty, List<ProgramUser> programs) {
        Faults faults = new Faults(ground);
        faults.processes();
        if (!programs.isEmpty()) {
            faults.programs(programs);
        }
        faults.connections();
        faults.database();
        faults.disksAndClocks();
        nasty.strikes().forEach((name, strike) -> faults.add(name, RARE, LONG, strike));
        return List.copyOf(faults.all);
    }

    private void processes() {
        Child server = ground.server();
        add("server killed", USUAL, SHORT, dice -> killed(server));
        add("server frozen (SIGSTOP)", RARE, MEDIUM, dice -> stopped(server));
        add("server stopped (SIGTERM) and restarted", 1, SHORT, dice -> ended(server));
        add("agent killed", OFTEN, LONG, dice -> killed(agent(dice)));
        add("agent frozen (SIGSTOP)", USUAL, LONG, dice -> stopped(agent(dice)));
        add("agent stopped (SIGTERM) and restarted", RARE, SHORT, dice -> ended(agent(dice)));
        add("task process killed", OFTEN, 1, dice -> {
            List<Long> tasks = taskProcesses();
            if (tasks.isEmpty()) {
                return null;
            }
            Signals.send("KILL", List.of(dice.of(tasks)));
            return () -> {};
        });
        add("task process frozen (SIGSTOP)", USUAL, MEDIUM, dice -> {
            List<Long> tasks = taskProcesses();
            if (tasks.isEmpty()) {
                return null;
            }
            List<Long> one = List.of(dice.of(tasks));
            Signals.send(Signals.STOP, one);
            return () -> Signals.send(Signals.CONTINUE, one);
        });
    }

    private void programs(List<ProgramUser> programs) {
        add("program killed", USUAL, 1, dice -> dice.of(programs).kill() ? () -> {} : null);
        add("program frozen (SIGSTOP)", RARE, MEDIUM, dice -> {
            Child one = dice.of(programs).current();
            return one == null ? null : stopped(one);
        });
        add("problem's host killed", USUAL, 1, dice -> dice.of(programs).killHost() ? () -> {} : null);
    }

    private List<Long> taskProcesses() throws IOException {
        List<Long> all = new ArrayList<>();
        for (AgentPost agent : ground.agents()) {
            all.addAll(agent.place().taskProcesses());
        }
        return all;
    }

    private Child agent(Dice dice) {
        return dice.of(ground.agents()).child();
    }

    private static Act killed(Child child) throws InterruptedException {
        child.kill();
        return child::start;
    }

    private static Act ended(Child child) throws InterruptedException {
        return child.end(END_PATIENCE) ? child::start : killed(child);
    }

    private static Act stopped(Child child) {
        child.signal(Signals.STOP);
        return () -> child.signal(Signals.CONTINUE);
    }

    private void connections() {
        Network network = ground.network();
        if (network != null) {
            add("link of an agent cut in its network namespace", OFTEN, LONG, dice -> {
                AgentPost agent = one(dice, AgentPost::isolated);
                if (agent == null) {
                    return null;
                }
                network.cut(agent.number());
                return () -> network.repair(agent.number());
            });
        }
        add("agent's connections reset", USUAL, 1, dice -> reset(relayOf(dice)));
        add("agent's connections held back", USUAL, LONG, dice -> held(relayOf(dice)));
        add("customers' connections reset", USUAL, 1, dice -> reset(ground.customerRelay()));
        add("customers' connections held back", RARE, MEDIUM, dice -> held(ground.customerRelay()));
    }

    private @Nullable Relay relayOf(Dice dice) {
        AgentPost agent = one(dice, post -> post.relay() != null);
        return agent == null ? null : agent.relay();
    }

    private static @Nullable Act reset(@Nullable Relay relay) {
        if (relay == null) {
            return null;
        }
        relay.reset();
        return () -> {};
    }

    private static @Nullable Act held(@Nullable Relay relay) {
        if (relay == null) {
            return null;
        }
        relay.hold();
        return relay::release;
    }

    private void database() {
        PrivatePostgres postgres = ground.postgres();
        Relay relay = ground.databaseRelay();
        if (postgres == null || relay == null) {
            return;
        }
        addToStore("PostgreSQL stopped and restarted", RARE, MEDIUM, dice -> {
            postgres.stop();
            return postgres.child()::start;
        });
        addToStore("PostgreSQL killed", RARE, SHORT, dice -> killed(postgres.child()));
        addToStore("connections to PostgreSQL reset", USUAL, 1, dice -> reset(relay));
        addToStore("connections to PostgreSQL held back", RARE, MEDIUM, dice -> held(relay));
    }

    private void disksAndClocks() {
        SmallDisk disk = ground.serverDisk();
        if (disk != null) {
            addToStore("server's disk filled", RARE, MEDIUM, dice -> {
                disk.fill();
                return disk::free;
            });
            add("agent's disk filled", USUAL, LONG, dice -> {
                SmallDisk own = found(dice, AgentPost::disk);
                if (own == null) {
                    return null;
                }
                own.fill();
                return own::free;
            });
        }
        WallClock clock = ground.serverClock();
        if (clock != null) {
            add("server's clock shifted", RARE, LONG, dice -> shifted(clock, dice));
            add("agent's clock shifted", RARE, LONG, dice -> {
                WallClock own = found(dice, AgentPost::clock);
                return own == null ? null : shifted(own, dice);
            });
        }
    }

    private static Act shifted(WallClock clock, Dice dice) throws IOException {
        clock.shift(Duration.ofSeconds(dice.between(-FARTHEST_SECONDS, FARTHEST_SECONDS)));
        return () -> clock.shift(Duration.ZERO);
    }

    private <T> @Nullable T found(Dice dice, Function<AgentPost, @Nullable T> part) {
        AgentPost agent = one(dice, post -> part.apply(post) != null);
        return agent == null ? null : part.apply(agent);
    }

    private @Nullable AgentPost one(Dice dice, Predicate<AgentPost> suits) {
        List<AgentPost> some = ground.agents().stream().filter(suits).toList();
        return some.isEmpty() ? null : dice.of(some);
    }

    private void add(String name, int weight, int longestMillis, Fault.Strike strike) {
        all.add(new Fault(name, weight, longestMillis, false, strike));
    }

    private void addToStore(String name, int weight, int longestMillis, Fault.Strike strike) {
        all.add(new Fault(name, weight, longestMillis, true, strike));
    }
}
