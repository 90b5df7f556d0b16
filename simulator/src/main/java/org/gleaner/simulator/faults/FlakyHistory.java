package org.gleaner.simulator.faults;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.store.History;
import org.gleaner.simulator.world.Chance;

/** What the server reads beside its step: as it is on disk, unless the connection is lost at just this question. */
final class FlakyHistory {
    private final Disk disk;
    private final Weather weather;
    private final Chance chance;
    private final Observation observation;
    private Mark loss = Mark.ROUTE_READ_LOST;

    FlakyHistory(Disk disk, Weather weather, Chance chance, Observation observation) {
        this.disk = disk;
        this.weather = weather;
        this.chance = chance;
        this.observation = observation;
    }

    /** @param lost what a loss counts as from now on */
    void readsFor(Mark lost) {
        loss = lost;
    }

    History history() {
        return (History) Proxy.newProxyInstance(
                History.class.getClassLoader(), new Class<?>[] {History.class}, (self, question, arguments) -> {
                    try {
                        return question.invoke(now(), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private History now() throws StoreException {
        if (weather.stormy() && chance.happens(weather.mix().store().read())) {
            observation.countQuietly(loss);
            return disk.afterLoss().read();
        }
        return disk.history();
    }
}
