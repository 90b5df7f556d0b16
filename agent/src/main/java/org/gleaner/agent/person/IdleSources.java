package org.gleaner.agent.person;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gleaner.agent.machine.CommandOutput;
import org.jspecify.annotations.Nullable;

/**
 * The first source that can tell, asked again each time: a session that begins later is noticed. An X server below a
 * Wayland desktop sees only some of the touches, so there logind comes first. Confined to one thread.
 */
final class IdleSources implements IdleSource {
    private static final String NOTHING = "CPU load (nothing on this machine reports keyboard and mouse use)";

    private final List<IdleSource> sources;
    private String working = NOTHING;

    IdleSources(List<IdleSource> sources) {
        this.sources = List.copyOf(sources);
    }

    static IdleSources of(Map<String, String> environment, Path sockets, CommandOutput commands) {
        List<IdleSource> sources = new ArrayList<>();
        sources.add(new LogindIdle(commands, System::nanoTime));
        XDisplay display = XDisplay.of(environment, sockets);
        if (display != null) {
            boolean wayland = environment.getOrDefault("XDG_SESSION_TYPE", "").equals("wayland")
                    || !environment.getOrDefault("WAYLAND_DISPLAY", "").isEmpty();
            sources.add(wayland ? sources.size() : 0, new X11Idle(display));
        }
        return new IdleSources(sources);
    }

    @Override
    public String name() {
        return working;
    }

    @Override
    public @Nullable Duration untouched() {
        for (IdleSource source : sources) {
            Duration untouched = source.untouched();
            if (untouched != null) {
                working = source.name();
                return untouched;
            }
        }
        working = NOTHING;
        return null;
    }

    @Override
    public void close() {
        sources.forEach(IdleSource::close);
    }
}
