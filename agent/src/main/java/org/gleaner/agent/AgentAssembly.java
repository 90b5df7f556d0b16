package org.gleaner.agent;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.disk.InputCache;
import org.gleaner.agent.disk.KeptResults;
import org.gleaner.agent.disk.NodeIdentity;
import org.gleaner.agent.disk.Trees;
import org.gleaner.agent.live.LogPump;
import org.gleaner.agent.live.PartialRounds;
import org.gleaner.agent.machine.Cards;
import org.gleaner.agent.machine.CommandOutput;
import org.gleaner.agent.machine.Machine;
import org.gleaner.agent.machine.NativeText;
import org.gleaner.agent.machine.ProcessTable;
import org.gleaner.agent.person.House;
import org.gleaner.agent.run.Launcher;
import org.gleaner.agent.run.Leftovers;
import org.gleaner.agent.run.RunContext;
import org.gleaner.agent.run.Runs;
import org.gleaner.agent.run.TaskEnvironment;
import org.gleaner.agent.runtime.RuntimeFinder;
import org.gleaner.agent.sandbox.Confinement;
import org.gleaner.agent.sandbox.ControlGroups;
import org.gleaner.agent.sandbox.DiskRoom;
import org.gleaner.agent.sandbox.SandboxUnavailable;
import org.gleaner.agent.setup.SetupCache;
import org.gleaner.core.agent.AgentEffect;
import org.gleaner.core.agent.AgentInput;
import org.gleaner.core.agent.AgentLogic;
import org.gleaner.core.agent.AgentPolicy;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.Stay;
import org.gleaner.protocol.thread.Vigil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds the agent's objects, top to bottom, in a directory that is already held. */
final class AgentAssembly implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentAssembly.class);
    /** Before an input is asked for again that was denied, or from a server that is away. */
    private static final Duration DOWNLOAD_PAUSE = Duration.ofMillis(500);

    private static final Duration KILL_LIMIT = Duration.ofSeconds(10);
    private static final Duration CARDS_LIMIT = Duration.ofSeconds(10);

    private final AgentOptions options;
    private final AgentDirectory directory;
    private final Machine machine = new Machine();
    private final ThreadFactory daemons = daemons();
    private final Inbox inbox = new Inbox();
    private final Outages outages = new Outages();
    private final Registration session;
    private final KeptResults results;
    private final Leftovers leftovers;
    private final Offer offer;
    private final Confinement confinement;
    private final Launcher launcher;
    private final TaskEnvironment surroundings;
    private final Runs runs;
    private final EffectExecutor executor;
    private final AgentLoop loop;
    private final InstantSource clock = monotonic();
    private final Instant started = clock.instant();
    private final Stay stay;
    private final OwnFacts facts;
    private volatile Runnable reported = () -> {};
    private volatile @Nullable Vigil asking;

    AgentAssembly(AgentOptions options, AgentDirectory directory, ServerLink link)
            throws IOException, SandboxUnavailable, InterruptedException {
        this.options = options;
        this.directory = directory;
        ProcessTable table = new ProcessTable();
        leftovers = new Leftovers(table, directory.marker());
        cleanUp();
        session = new Registration(directory);
        stay = directory.stay().begin();
        facts = new OwnFacts(directory.benchmarks(), this::provided, inbox, OwnFacts.PATIENCE);
        results = new KeptResults(directory.results());
        SetupCache setups = new SetupCache(
                directory.setups(), new MemorySize(options.share().cache().bytes() / 2));
        setups.takeOver();
        confinement = Confinement.of(
                options.fence(), options.declared().mounts(), directory, Machine.isRoot(), options.lowPriority());
        InputCache cache = new InputCache(
                directory.cache(),
                new InputDownload(link, session),
                options.share().cache(),
                setups::total,
                confinement.sandbox() == null);
        cache.takeOver();
        ExecutorService downloads = Executors.newCachedThreadPool(daemons);
        launcher = new Launcher(options.lowPriority(), daemons);
        surroundings = TaskEnvironment.of(
                confinement.visible(options.environment()), directory.marker(), options.lowPriority());
        RunContext context = new RunContext(
                directory.work(),
                results,
                cache,
                setups,
                table,
                surroundings,
                launcher,
                downloads,
                DOWNLOAD_PAUSE,
                session::killGrace,
                session::inlineLimit,
                confinement);
        runs = new Runs(context, inbox, daemons);
        SpareMemory spare = new SpareMemory(machine.memory(), Machine::availableMemory, runs::memory);
        offer = new Offer(options.share(), machine, spare, () -> House.isDesktop(places()), confinement.room());
        ShowLink show = new ShowLink(link, session);
        EffectExecutor.Shows shows = new EffectExecutor.Shows(
                new PartialRounds(runs, show, directory.work(), session::inlineLimit, daemons),
                new LogPump(runs, show, daemons));
        executor = new EffectExecutor(
                new EffectExecutor.Connection(link, session, options.joinToken(), () -> reported.run(), outages),
                results,
                runs,
                shows,
                inbox,
                daemons);
        AgentPolicy policy = AgentPolicy.DEFAULT.withEvictAfter(options.house().evictAfter());
        loop = new AgentLoop(new AgentLogic(policy), inbox, clock, new SecureRandom());
    }

    /** Runs until the agent is asked to stop or is not let in. */
    AgentEffect.Exit run() throws IOException, InterruptedException {
        List<AttemptReport> kept = results.load();
        Abilities abilities = options.declared().abilities().withEnforced(confinement.enforced());
        NodeFacts found = machine.facts(facts.benchmark(), options.version()).with(abilities);
        NodeFacts known = facts.begin(options.declared().named(found), runtimes(), daemons);
        Capacity capacity = offer.whole();
        LOG.info(
                "{}, {} of memory, {} of disk, benchmark {} ms",
                Counted.of(capacity.slots(), "slot"),
                capacity.memory(),
                capacity.disk(),
                known.benchmark().toMillis());
        if (!NativeText.isUtf8()) {
            LOG.warn("the locale is not UTF-8: tasks with non-ASCII names or arguments can't run here");
        }
        runs.startSampling();
        NodeIdentity identity = session.identity();
        ProcessorLook processor = new ProcessorLook(
                machine::load, () -> runs.cpu().plus(machine.ownCpu()), machine.cores(), System::nanoTime);
        House house = new House(options.house(), places(), clock);
        PersonWatch.Eyes eyes = new PersonWatch.Eyes(house, processor, runs::isInTheWay);
        try (PersonWatch watch = new PersonWatch(eyes, offer, inbox, facts::benchmarkAgain, daemons);
                OwnPage page = new OwnPage(options, directory, capacity, confinement.enforced(), outages)) {
            watch.start();
            page.open(watch, runs);
            DiskRoom room = confinement.room();
            if (room != null) {
                room.whenFull(() -> inbox.accept(new AgentInput.OfferChanged(offer.get(), watch.use())));
            }
            // What it could give is said once and for all; what it gives now follows at once.
            inbox.accept(new AgentInput.OfferChanged(offer.get(), watch.use()));
            return loop.run(
                    new AgentInput.Started(
                            known,
                            capacity,
                            kept,
                            identity == null || session.isCopy() ? null : identity.node(),
                            stayNow()),
                    executor);
        }
    }

    /** What the keeper says, and graphics cards if she says nothing of them. */
    private Amounts provided() {
        Amounts said = options.declared().provides();
        return said.names(Amounts.GPU)
                ? said
                : Cards.found(options.environment(), CommandOutput.real(options.environment(), CARDS_LIMIT))
                        .with(said);
    }

    private RuntimeFinder runtimes() {
        Map<String, String> environment = new TreeMap<>(surroundings.shared());
        environment.put("HOME", directory.work().toString());
        return new RuntimeFinder(options.declared().probes(), environment, launcher::start, directory.runtimes());
    }

    private House.Places places() {
        return House.Places.usual(options.environment(), directory.root());
    }

    /** Keeps an installed agent at the program of its server. */
    void keepUpdated(ProgramUpdates updates) {
        reported = updates::reported;
        asking = updates.watch(session, new SecureRandom(), daemons);
    }

    /** Tasks make no way while the machine sleeps, so by a clock that sleeps with it. */
    private Stay stayNow() {
        return stay.later(Duration.between(started, clock.instant()));
    }

    /** It ends only to let a newer program take its place: the stay goes on. */
    void handOverStay() {
        try {
            directory.stay().handOver(stayNow());
        } catch (IOException failed) {
            LOG.warn("could not carry this machine's stay over the update: {}", failed.toString());
        }
    }

    /** Somebody ends it: whatever an earlier program laid down for this one is of no use to a later one. */
    void endStay() throws IOException {
        directory.stay().forget();
    }

    boolean isIdle() {
        return runs.isIdle();
    }

    @Nullable
    NodeIdentity identity() {
        return session.identity();
    }

    void requestStop() {
        inbox.accept(new AgentInput.StopRequested());
    }

    boolean awaitEnd(Duration longest) throws InterruptedException {
        return loop.awaitEnd(longest);
    }

    /** Ends every task, also while the JVM goes down and nobody waits for {@link #close}. */
    void killAll(Duration limit) {
        leftovers.kill(limit);
        confinement.close();
    }

    @Override
    public void close() throws IOException {
        facts.close();
        Vigil updates = asking;
        if (updates != null) {
            updates.close();
        }
        runs.close();
        launcher.close();
        executor.close();
        killAll(KILL_LIMIT);
        directory.close();
    }

    /**
     * Nothing of an earlier life may go on beside this one. It comes before all that is written: a task that the last
     * agent left behind may have filled the disk.
     */
    private void cleanUp() throws IOException {
        ControlGroups.cleanUp(AgentDirectory.groups(directory.root()));
        int killed = leftovers.kill(KILL_LIMIT);
        if (killed > 0) {
            LOG.info("killed {} processes left over from an earlier agent", killed);
        }
        try (DirectoryStream<Path> stale = Files.newDirectoryStream(directory.work())) {
            for (Path path : stale) {
                Trees.clear(path);
            }
        }
    }

    /** Wall-clock time at the start, from then on a clock that never jumps. */
    private static InstantSource monotonic() {
        Instant base = Instant.now();
        long begin = System.nanoTime();
        return () -> base.plusNanos(System.nanoTime() - begin);
    }

    private static ThreadFactory daemons() {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "agent-" + number.incrementAndGet());
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((which, bug) -> LOG.error("a thread of the agent failed", bug));
            return thread;
        };
    }
}
