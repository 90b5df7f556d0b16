package org.gleaner.server.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.PastWhatIfJson;
import org.gleaner.protocol.message.SimulationRequest;
import org.gleaner.protocol.message.SimulationView;
import org.gleaner.protocol.message.SimulationView.Failure;
import org.gleaner.protocol.message.SimulationView.State;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.protocol.thread.Vigil;
import org.gleaner.server.disk.OwnerOnly;
import org.gleaner.server.http.Refused;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The simulations that people asked for: one runs, a few wait, and the last ones are remembered until the server ends.
 * Of those that wait, the one goes first whose owner has not had a turn for the longest time, so that nobody can fill
 * the line, or push the results of others out. Thread-safe.
 */
public final class Simulations implements AutoCloseable {
    /** Of one owner that have not ended. */
    public static final int MOST_OF_OWNER = 2;

    private static final int MOST_UNENDED = 9;
    private static final int MOST_KEPT = 20;
    private static final String FOLDER = "simulation";
    private static final Logger LOG = LoggerFactory.getLogger(Simulations.class);

    private final Simulator simulator;
    private final Path folder;
    private final InstantSource clock;
    private final Supplier<String> ids;
    private final Map<String, SimulationRun> all = new LinkedHashMap<>();
    private final OwnerTurns turns = new OwnerTurns(MOST_UNENDED);
    private final Vigil vigil;

    /** @param data where each gets a directory for as long as it runs */
    public Simulations(Simulator simulator, Path data, InstantSource clock, Supplier<String> ids) {
        this.simulator = simulator;
        this.folder = data.resolve(FOLDER);
        this.clock = clock;
        this.ids = ids;
        clearQuietly();
        this.vigil = new Vigil(
                        Vigil.daemon("simulate"),
                        this::runNext,
                        (failures, why) -> LOG.error("a bug failed a simulation", why))
                .start();
    }

    /** What can be simulated. */
    public Simulator simulator() {
        return simulator;
    }

    public SimulationView begin(Owner owner, SimulationRequest request) throws Refused {
        synchronized (all) {
            List<SimulationRun> unended =
                    all.values().stream().filter(run -> !run.state().isOver()).toList();
            if (unended.stream().filter(run -> run.owner().equals(owner)).count() >= MOST_OF_OWNER) {
                throw new Refused(ShellProblems.tooManySimulations(MOST_OF_OWNER));
            }
            if (unended.size() >= MOST_UNENDED) {
                throw new Refused(ShellProblems.simulationsBusy());
            }
            SimulationRun run = new SimulationRun(ids.get(), owner, request, clock.instant());
            all.put(run.id(), run);
            all.notifyAll();
            return view(run, true);
        }
    }

    private SimulationView view(SimulationRun run, boolean whole) {
        synchronized (all) {
            boolean waits = run.state() == State.WAITING;
            int running = (int) all.values().stream()
                    .filter(one -> one.state() == State.RUNNING)
                    .count();
            return run.view(whole, waits ? running + turns.ahead(waiting(), SimulationRun::owner, run) : 0);
        }
    }

    private List<SimulationRun> waiting() {
        return all.values().stream().filter(run -> run.state() == State.WAITING).toList();
    }

    /** What the caller may see, the newest first. */
    public List<SimulationView> list(Caller caller) {
        synchronized (all) {
            List<SimulationView> views = new ArrayList<>();
            for (SimulationRun run : all.values()) {
                if (caller.mayTouch(run.owner()) && !isAnswer(run)) {
                    views.add(0, view(run, false));
                }
            }
            return views;
        }
    }

    public Optional<SimulationView> find(Caller caller, String id) {
        return run(caller, id).map(run -> view(run, true));
    }

    private Optional<SimulationRun> run(Caller caller, String id) {
        synchronized (all) {
            return Optional.ofNullable(all.get(id)).filter(run -> caller.mayTouch(run.owner()) && !isAnswer(run));
        }
    }

    /** Whether it answers a question about the past. It tells of all owners, so nobody sees it as it is. */
    private static boolean isAnswer(SimulationRun run) {
        return run.request().source() instanceof SimulationRequest.OtherPast;
    }

    /** What became of this owner's question about the past; whoever shows it leaves out what is not theirs. */
    public Optional<SimulationView> answer(Owner owner, String id) {
        synchronized (all) {
            return Optional.ofNullable(all.get(id))
                    .filter(run -> isAnswer(run) && run.owner().equals(owner))
                    .map(run -> view(run, true));
        }
    }

    /** Ends such a question and forgets it. */
    public boolean dropAnswer(Owner owner, String id) {
        synchronized (all) {
            SimulationRun run = all.get(id);
            if (run == null || !isAnswer(run) || !run.owner().equals(owner)) {
                return false;
            }
            run.stop(clock.instant());
            all.remove(id);
            return true;
        }
    }

    /** Ends it if it has not ended, and keeps what is known of it. */
    public Optional<SimulationView> stop(Caller caller, String id) {
        Optional<SimulationRun> found = run(caller, id);
        found.ifPresent(run -> run.stop(clock.instant()));
        tidy();
        return found.map(run -> view(run, true));
    }

    /** Ends it and forgets it. */
    public boolean drop(Caller caller, String id) {
        Optional<SimulationView> stopped = stop(caller, id);
        synchronized (all) {
            all.remove(stopped.isPresent() ? id : "");
        }
        return stopped.isPresent();
    }

    /** Ends and forgets all that this owner asked for, answers about the past included. */
    public void forget(Owner owner) {
        synchronized (all) {
            List<SimulationRun> theirs = all.values().stream()
                    .filter(run -> run.owner().equals(owner))
                    .toList();
            theirs.forEach(run -> run.stop(clock.instant()));
            all.values().removeAll(theirs);
        }
    }

    private void runNext() throws InterruptedException {
        SimulationRun run = next();
        if (run.begin(clock.instant())) {
            Failure failure = new Failure("The simulation failed.", "The server failed.", "See its log.");
            try {
                failure = carryOut(run);
            } finally {
                run.end(clock.instant(), failure);
                tidy();
            }
        }
    }

    private SimulationRun next() throws InterruptedException {
        synchronized (all) {
            while (true) {
                Optional<SimulationRun> next = turns.next(waiting(), SimulationRun::owner);
                if (next.isPresent()) {
                    return next.get();
                }
                all.wait();
            }
        }
    }

    private @Nullable Failure carryOut(SimulationRun run) throws InterruptedException {
        try {
            clear();
            OwnerOnly.directories(folder);
            if (run.request().source() instanceof SimulationRequest.Described described) {
                OwnerOnly.write(folder.resolve(Simulator.TEXT), described.text());
            }
            if (run.request().source() instanceof SimulationRequest.OtherPast past) {
                String question = new String(Json.write(past.question(), PastWhatIfJson::writeQuestion), UTF_8);
                OwnerOnly.write(folder.resolve(Simulator.QUESTION), question);
            }
            return SimulationChild.run(simulator.launch(run.request(), folder), folder, run);
        } catch (IOException failed) {
            LOG.warn("could not simulate", failed);
            return new Failure(
                    "The simulation could not be started.",
                    "The server's system refused it; its log says why.",
                    "Ask the person who runs the server.");
        } finally {
            clearQuietly();
        }
    }

    /** At the start too: a server that was killed has left something. */
    private void clearQuietly() {
        try {
            clear();
        } catch (IOException kept) {
            LOG.warn("could not remove {}", folder, kept);
        }
    }

    private void clear() throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** Forgets the oldest of whoever has the most. */
    private void tidy() {
        synchronized (all) {
            List<SimulationRun> ended =
                    all.values().stream().filter(run -> run.state().isOver()).toList();
            Surplus.of(ended, SimulationRun::owner, MOST_KEPT).forEach(run -> all.remove(run.id()));
        }
    }

    /** Nothing more is begun, and what runs is ended. */
    @Override
    public void close() {
        vigil.close();
        synchronized (all) {
            all.values().forEach(run -> run.stop(clock.instant()));
        }
    }
}
