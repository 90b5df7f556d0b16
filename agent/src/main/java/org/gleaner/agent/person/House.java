package org.gleaner.agent.person;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Map;
import org.gleaner.agent.machine.CommandOutput;
import org.jspecify.annotations.Nullable;

/** The machine as a place where somebody lives: looks around and judges by the rules. Confined to one thread. */
public final class House implements AutoCloseable {
    private static final Duration BATTERY_PERIOD = Duration.ofSeconds(2);

    private final HouseRules rules;
    private final Doorkeeper keeper;
    private final PauseFile pause;
    private final Battery battery;
    private final IdleSources sources;
    private final InstantSource clock;
    private @Nullable Instant batteryRead;
    private boolean onBattery;

    /**
     * Where to look.
     *
     * @param sockets of X servers, usually {@code /tmp/.X11-unix}
     * @param supplies of power, usually {@code /sys/class/power_supply}
     */
    public record Places(Map<String, String> environment, Path agentDirectory, Path sockets, Path supplies) {
        public Places {
            environment = Map.copyOf(environment);
        }

        public static Places usual(Map<String, String> environment, Path agentDirectory) {
            return new Places(
                    environment, agentDirectory, Path.of("/tmp/.X11-unix"), Path.of("/sys/class/power_supply"));
        }
    }

    /** Looks by a clock that never jumps; the time on the wall is read apart from it. */
    public House(HouseRules rules, Places places, InstantSource clock) {
        this.rules = rules;
        this.clock = clock;
        keeper = new Doorkeeper(rules);
        pause = new PauseFile(places.agentDirectory());
        battery = new Battery(places.supplies());
        sources = IdleSources.of(places.environment(), places.sockets(), CommandOutput.real(places.environment()));
    }

    /** Whether somebody may sit at this machine: it has a graphical session, or a login screen. */
    public static boolean isDesktop(Places places) {
        String[] screens = places.sockets().toFile().list((directory, name) -> name.startsWith("X"));
        if (screens != null && screens.length > 0) {
            return true;
        }
        CommandOutput commands = CommandOutput.real(places.environment());
        return !places.environment().getOrDefault("WAYLAND_DISPLAY", "").isEmpty()
                || (commands.of("loginctl", "show-seat", "seat0", "--property=CanGraphical")
                                .contains("CanGraphical=yes")
                        && commands.of("systemctl", "is-active", "display-manager.service")
                                .startsWith("active"));
    }

    /** Judges what is seen now, given the share of the machine that others use. */
    public Verdict look(double load) {
        Instant now = clock.instant();
        if (batteryRead == null || !now.isBefore(batteryRead.plus(BATTERY_PERIOD))) {
            batteryRead = now;
            onBattery = battery.isDischarging();
        }
        Duration untouched = rules.whenIdle() == null ? null : sources.untouched();
        LocalDateTime local = LocalDateTime.now(ZoneId.systemDefault());
        return keeper.judge(new Reading(local, onBattery, load, untouched, pause.read(Instant.now())), now);
    }

    /** What tells whether somebody is there; null if no rule asks for it. */
    public @Nullable String source() {
        return rules.whenIdle() == null ? null : sources.name();
    }

    @Override
    public void close() {
        sources.close();
    }
}
