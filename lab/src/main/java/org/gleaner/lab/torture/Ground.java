package org.gleaner.lab.torture;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.gleaner.cli.service.SandboxedHost;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.child.HostMain;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.lab.child.Child;
import org.gleaner.lab.child.FreePort;
import org.gleaner.lab.child.Impossible;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.PrivatePostgres;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.lab.child.Unstarted;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.server.token.TokenFiles;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is hurt: a server, its database, agents, and the networks, disks and clocks below them. Teardown it
 * leaves nothing of it behind, at whatever moment that happens.
 */
final class Ground implements AutoCloseable {
    static final String LINKS = "links cut in network namespaces";
    static final String DISKS = "small disks filled";
    static final String CLOCKS = "clocks shifted";
    static final String PROBLEMS = "Java programs with problems";
    static final String EXAMPLES = "problems of the examples";
    static final String DATABASE = "the database stopped, killed, cut off";

    private static final Path BUBBLEWRAP = Path.of("/usr/bin/bwrap");
    private static final int SERVER_MEGABYTES = 160;
    private static final int AGENT_MEGABYTES = 48;
    private static final CallTimeouts TIMEOUTS =
            new CallTimeouts(Duration.ofSeconds(2), Duration.ofSeconds(20), Duration.ofSeconds(5));
    /** Short enough that a machine is given up and comes back many times; nobody is refused for calling often. */
    private static final String SETTINGS =
            "long-call=1s suspect-after=2s lost-after=4s kill-grace=1s chunk-tasks=4 calls-per-second=10000";

    private final Path folder;
    private final Map<String, String> impossible = new TreeMap<>();
    /** What is to be undone at the end, the latest first. */
    private final Deque<Fault.Act> undo = new ArrayDeque<>();

    private final List<AgentPost> agents = new ArrayList<>();
    private @Nullable Network network;
    private WallClock.@Nullable Maker clocks;
    private @Nullable WallClock serverClock;
    private @Nullable SmallDisk serverDisk;
    private @Nullable PrivatePostgres postgres;
    private @Nullable Relay databaseRelay;
    private @Nullable Relay customerRelay;
    private @Nullable ServerChild server;
    private @Nullable Path examples;
    private Rows rows;
    private String host = "127.0.0.1";
    private int port;
    private boolean closed;

    private Ground(Path folder) {
        this.folder = folder;
        this.rows = Rows.sqlite(folder.resolve("server"));
    }

    /** What is wanted. */
    record Plan(Launch launcher, int agents, Rows.Wish database, String path) {}

    /** Nothing is there yet, so that it can be closed from the first moment on. */
    static Ground in(Path folder) {
        return new Ground(folder);
    }

    void build(Plan plan) throws IOException, InterruptedException {
        possible(LINKS, () -> {
            Network fresh = Network.open();
            keep(fresh::remove);
            network = fresh;
            host = fresh.host();
        });
        possible(CLOCKS, () -> {
            clocks = new WallClock.Maker(folder);
            serverClock = clocks.make("server");
        });
        possible(DISKS, () -> serverDisk = disk(data(), SERVER_MEGABYTES));
        possible(EXAMPLES, () -> examples = ExampleCode.in(folder));
        openDatabase(plan);
        port = FreePort.on(InetAddress.getByName(host));
        Map<String, String> environment = environment(serverClock);
        // Small, so that whoever wants to fill it has a chance.
        environment.merge("GLEANER_JAVA_OPTS", "-Xmx512m", (all, more) -> all + " " + more);
        environment.putAll(rows.environment());
        ServerChild fresh = new ServerChild(plan.launcher().with(environment), data(), port, serverFlags());
        server = fresh;
        customerRelay = relay(host, port);
        fresh.start();
        settings();
        for (int i = 1; i <= plan.agents(); i++) {
            start(agent(plan, i));
        }
    }

    /** Something that not every machine lets us do. */
    @FunctionalInterface
    private interface Attempt {
        void run() throws Impossible, IOException, InterruptedException;
    }

    /** Does it, or notes for the report why such faults can't be made here. */
    private boolean possible(String faults, Attempt attempt) throws IOException, InterruptedException {
        try {
            attempt.run();
            return true;
        } catch (Impossible why) {
            impossible.put(faults, why.why());
            return false;
        }
    }

    private synchronized void start(AgentPost agent) throws IOException {
        if (!closed) {
            agents.add(agent);
            agent.child().start();
        }
    }

    private void openDatabase(Plan plan) throws IOException, InterruptedException {
        Rows.Wish wish = plan.database();
        if (wish.isPrivate()) {
            try {
                PrivatePostgres own = PrivatePostgres.start(folder, plan.path());
                keep(own::close);
                postgres = own;
                databaseRelay = relay("127.0.0.1", own.port());
                rows = Rows.privatePostgres(own, databaseRelay);
            } catch (Impossible why) {
                throw new Unstarted("There is no PostgreSQL: " + why.why());
            }
        } else if (wish.login() != null) {
            rows = Rows.of(wish.login());
            impossible.put(DATABASE, "the database was given by its address, so it is not touched");
        } else {
            impossible.put(DATABASE, "SQLite is part of the server");
        }
    }

    private List<String> serverFlags() {
        List<String> flags = new ArrayList<>(rows.serverWords());
        if (network != null) {
            // Plain, as the bridge leads nowhere else.
            flags.addAll(List.of("--listen", host, "--plain-http"));
        }
        return flags;
    }

    private Map<String, String> environment(@Nullable WallClock clock) {
        Map<String, String> environment = new TreeMap<>();
        environment.put("GLEANER_HOME", folder.resolve("home").toString());
        // Short lives are not worth the better compiler's time.
        environment.put("GLEANER_JAVA_OPTS", "-XX:TieredStopAtLevel=1");
        // The tasks are what this is about: they do not give way to everybody.
        environment.put("GLEANER_AGENT_PRIORITY", "normal");
        if (clock != null) {
            environment.putAll(clock.environment());
        }
        return environment;
    }

    /** Agents differ: every second is in a namespace and may use a sandbox, the others have a relay and a clock. */
    private AgentPost agent(Plan plan, int number) throws IOException, InterruptedException {
        Path directory = folder.resolve("agent-" + number);
        Network spaces = network;
        boolean isolated = spaces != null && number % 2 == 0 && possible(LINKS, () -> spaces.add(number));
        Relay relay = isolated ? null : relay(host, port);
        WallClock clock = isolated || clocks == null ? null : clocks.make("agent-" + number);
        AtomicReference<@Nullable SmallDisk> disk = new AtomicReference<>();
        if (serverDisk != null && number % 3 != 0) {
            possible(DISKS, () -> disk.set(disk(directory, AGENT_MEGABYTES)));
        }
        Launch launch = plan.launcher().with(environment(clock));
        if (isolated && spaces != null) {
            launch = launch.behind(spaces.enter(number));
        }
        String url = relay == null ? url(host, port) : url(relay.host(), relay.port());
        // Root does not go on without one.
        boolean sandbox = isolated && Files.isExecutable(BUBBLEWRAP);
        List<String> flags = List.of("--slots", number % 4 == 0 ? "2" : "1", "--sandbox", sandbox ? "auto" : "off");
        AgentChild agent = new AgentChild(launch, url, data().resolve(TokenFiles.JOIN), directory, flags);
        return new AgentPost(number, agent, relay, isolated, clock, disk.get());
    }

    private static String url(String host, int port) {
        return "http://" + host + ":" + port;
    }

    /** Whether the server answers and says that it is well. */
    boolean isServing() throws IOException {
        return calls().health() instanceof Answer.Success<?>;
    }

    private void settings() throws IOException {
        for (String setting : SETTINGS.split(" ", -1)) {
            String[] pair = setting.split("=", 2);
            if (!(calls().set(pair[0], pair[1]) instanceof Answer.Success<?>)) {
                throw new Unstarted("The server refuses the setting " + setting);
            }
        }
    }

    /** Where the server is, on a line that nobody spoils. */
    URI address() {
        return URI.create(url(host, port));
    }

    /** As the administrator, on a line that nobody spoils. */
    UserCalls calls() throws IOException {
        return calls(url(host, port));
    }

    /** As the administrator, on a line that is spoilt now and then. */
    UserCalls customerCalls() throws IOException {
        Relay relay = customerRelay();
        return calls(url(relay.host(), relay.port()));
    }

    private UserCalls calls(String url) throws IOException {
        return new UserCalls(new ServerConnection(Endpoint.of(url, token()), TIMEOUTS));
    }

    private String token() throws IOException {
        return Files.readString(data().resolve(TokenFiles.ADMIN), StandardCharsets.UTF_8)
                .strip();
    }

    /** How a Java class is run that uses the pool, on the line that is spoilt now and then. */
    Launch program(Path place) throws IOException {
        List<String> words = new ArrayList<>(List.of(System.getProperty("java.home", "") + "/bin/java"));
        words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xmx128m"));
        // What it leaves when it is killed goes with all the rest.
        words.add("-Djava.io.tmpdir=" + place);
        String here = System.getProperty("java.class.path", "");
        words.addAll(List.of("-cp", examples == null ? here : here + File.pathSeparator + examples));
        Relay relay = customerRelay();
        Map<String, String> environment = new TreeMap<>(environment(null));
        environment.put("GLEANER_URL", url(relay.host(), relay.port()));
        environment.put("GLEANER_TOKEN", token());
        return new Launch(words, Path.of("").toAbsolutePath(), environment, false);
    }

    /** Whether problems can be solved here: their hosts are confined as another user, and limited by the kernel. */
    boolean hasProblems() throws IOException {
        SandboxedHost hosts = new SandboxedHost(Files.createDirectories(folder.resolve("hosts")));
        Optional<String> obstacle = hosts.obstacle();
        hosts.close();
        obstacle.ifPresent(why -> impossible.put(PROBLEMS, why));
        return obstacle.isEmpty();
    }

    /** Whether the examples can be run here. */
    boolean hasExamples() {
        return examples != null;
    }

    /** The processes that hold what splits problems, beside the server, and what starts them. */
    List<ProcessHandle> problemHosts() {
        return ProcessHandle.of(server().pid()).stream()
                .flatMap(ProcessHandle::descendants)
                .filter(child -> child.info().commandLine().orElse("").contains(HostMain.class.getSimpleName()))
                .toList();
    }

    /** Who comes too late is removed at once. */
    synchronized void keep(Fault.Act removal) {
        if (closed) {
            removal.attempt();
        } else {
            undo.push(removal);
        }
    }

    private Relay relay(String to, int at) throws IOException {
        Relay relay = new Relay(to, at);
        keep(relay::close);
        return relay;
    }

    private SmallDisk disk(Path place, int megabytes) throws Impossible, IOException, InterruptedException {
        SmallDisk disk = SmallDisk.mount(place, megabytes);
        keep(disk::unmount);
        return disk;
    }

    Path data() {
        return folder.resolve("server");
    }

    /** The directories of the programs: the server's and those of the agents. */
    List<Path> places() {
        List<Path> places = new ArrayList<>(List.of(data()));
        agents.forEach(agent -> places.add(agent.place().directory()));
        return places;
    }

    Path folder() {
        return folder;
    }

    Rows rows() {
        return rows;
    }

    Child server() {
        if (server == null) {
            throw new IllegalStateException("there is no server yet");
        }
        return server.child();
    }

    Relay customerRelay() {
        if (customerRelay == null) {
            throw new IllegalStateException("there is no server yet");
        }
        return customerRelay;
    }

    List<AgentPost> agents() {
        return agents;
    }

    @Nullable
    Network network() {
        return network;
    }

    @Nullable
    WallClock serverClock() {
        return serverClock;
    }

    @Nullable
    SmallDisk serverDisk() {
        return serverDisk;
    }

    @Nullable
    PrivatePostgres postgres() {
        return postgres;
    }

    @Nullable
    Relay databaseRelay() {
        return databaseRelay;
    }

    /** Kinds of faults that can't be made here, each with the reason. */
    Map<String, String> impossible() {
        return impossible;
    }

    /** Whatever else of what is here fails to go away, the rest is tried. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        agents.forEach(agent -> agent.child().close());
        if (server != null) {
            server.child().close();
        }
        agents.forEach(agent -> undo.push(agent.agent()::close));
        while (!undo.isEmpty()) {
            undo.pop().attempt();
        }
    }
}
