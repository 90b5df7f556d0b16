package org.gleaner.lab.torture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPOutputStream;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.lab.torture.Evidence.Admitted;
import org.gleaner.lab.torture.Evidence.Attack;
import org.gleaner.lab.torture.Fault.Act;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.message.IssuedToken;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.protocol.message.TokenRequest;
import org.gleaner.protocol.thread.Vigil;
import org.jspecify.annotations.Nullable;

/**
 * A user with a good token who wants to stop the server, or the machines that work for it. What becomes of the calls
 * does not matter, but a neighbour of this user asks for something small during each attack and has to be answered.
 * That customers are served as before is checked by their own stories. Acts in a thread of its own.
 */
final class NastyUser {
    /** Of all jobs of this user, so that they can be told from the customers'. */
    private static final String NAME = "nasty";

    private static final String COPIES = "copies of a node minted with its token";
    private static final String NEIGHBOUR = "neighbour";
    /** Longer than the server is away for all other reasons together. */
    private static final Duration NEIGHBOURS_PATIENCE = Duration.ofMinutes(2);

    private static final long BETWEEN_TRIES_MILLIS = 250;

    private static final String MESSAGE_HEAD = "{\"name\":\"nasty\",\"type\":\"nasty\",\"command\":[\"true\"],";
    private static final int LARGE_SPECS = 4;
    private static final int WIDE_ARRAYS = 40;
    private static final int HALF_BODIES = 120;
    private static final int ANNOUNCED = 64 << 20;
    private static final int ENTRIES = 3_000_000;
    private static final int TOGETHER = 1_000;
    private static final int PATIENCE_MILLIS = 10_000;
    private static final long END_SECONDS = 180;

    private static final CallTimeouts TIMEOUTS =
            new CallTimeouts(Duration.ofSeconds(2), Duration.ofSeconds(20), Duration.ofSeconds(5));

    /** Deeper than a path may be long; each step is taken from where the last one ended. */
    private static final String DEEP = "d=$(printf '%0200d' 0); i=0;"
            + " while [ $i -lt 40 ]; do mkdir $d && cd $d || break; i=$((i + 1)); done; exit 1";

    /** More than the small disks hold, where there are some; no more than that elsewhere. */
    private static final String FILL = "dd if=/dev/zero of=fill bs=1M count=64; exit 1";

    private static final Act NOTHING = () -> {};

    private final Ground ground;
    private final MintedNodes minted;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(Vigil.daemon(NAME));
    private final AtomicBoolean busy = new AtomicBoolean();
    private final List<Attack> attacks = new CopyOnWriteArrayList<>();
    private final Map<String, String> tokens = new HashMap<>();

    NastyUser(Ground ground) {
        this.ground = ground;
        this.minted = new MintedNodes(ground, this::connection);
    }

    /** Something nasty; what it returns ends it. */
    private interface Deed {
        Act run() throws IOException;
    }

    /** All that this user does, by name. */
    Map<String, Fault.Strike> strikes() {
        Map<String, Deed> deeds = new LinkedHashMap<>();
        deeds.put("user sends large specs", this::largeSpecs);
        deeds.put("user submits arrays of ten million", this::wideArrays);
        deeds.put("user leaves half-sent bodies", this::halfBodies);
        deeds.put("user sends a compressed list of millions", this::packedList);
        deeds.put("user's task leaves deep directories", () -> run(DEEP));
        deeds.put("user's task fills the disk", () -> run(FILL));
        deeds.put("nodes minted", () -> {
            minted.join();
            return NOTHING;
        });
        Map<String, Fault.Strike> all = new LinkedHashMap<>();
        deeds.forEach((name, deed) -> all.put(name, dice -> begin(name, deed, new ArrayList<>())));
        all.put(COPIES, dice -> mintCopies());
        return all;
    }

    /** What came of all that was done so far. */
    List<Attack> attacks() {
        return List.copyOf(attacks);
    }

    private @Nullable Act mintCopies() {
        List<Admitted> admitted = new ArrayList<>();
        Deed deed = () -> {
            admitted.addAll(minted.copy());
            return NOTHING;
        };
        return begin(COPIES, deed, admitted);
    }

    /** Not in the storm's thread: a server that stands still would hold up the storm, and so its own recovery. */
    private @Nullable Act begin(String name, Deed deed, List<Admitted> admitted) {
        if (busy.getAndSet(true)) {
            return null;
        }
        CompletableFuture<Act> done = new CompletableFuture<>();
        thread.execute(() -> {
            try {
                done.complete(deed.run());
                attacks.add(new Attack(name, admitted, keptOut()));
            } catch (IOException away) {
                done.complete(NOTHING);
            } finally {
                busy.set(false);
            }
        });
        // In that thread too, so after the deed and what the neighbour asks.
        return () -> thread.execute(() -> done.getNow(NOTHING).attempt());
    }

    /** Why the neighbour had no answer, however often it asked; empty if it had one. */
    private String keptOut() {
        long begin = System.nanoTime();
        String why = refusal();
        try {
            while (!why.isEmpty() && System.nanoTime() - begin < NEIGHBOURS_PATIENCE.toNanos()) {
                TimeUnit.MILLISECONDS.sleep(BETWEEN_TRIES_MILLIS);
                why = refusal();
            }
            return why;
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    /** What the neighbour got in place of an answer; empty if it had one. */
    private String refusal() {
        try {
            Answer<JobPage> answer = new UserCalls(connection(token(NEIGHBOUR))).jobs("", 1);
            return answer instanceof Answer.Success<JobPage> ? "" : answer.toString();
        } catch (IOException away) {
            return away.toString();
        }
    }

    /** Ends all that this user has open, so that nothing of it is in anybody's way. */
    void end() throws InterruptedException {
        Act cancel = this::cancel;
        thread.execute(cancel::attempt);
        thread.shutdown();
        thread.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
    }

    /** Commands of many megabytes, which nobody's memory should hold. */
    private Act largeSpecs() throws IOException {
        UserCalls calls = calls();
        List<String> words = new ArrayList<>(Collections.nCopies(90, "x".repeat(90_000)));
        words.set(0, "true");
        for (int i = 0; i < LARGE_SPECS; i++) {
            calls.submit(job(new CommandLine.Words(words), new ArrayShape.Single(), true), nothing(), key());
        }
        return NOTHING;
    }

    /** Arrays of ten million tasks, each in a hundred bytes. */
    private Act wideArrays() throws IOException {
        UserCalls calls = calls();
        CommandLine command = new CommandLine.Words(List.of("true"));
        for (int i = 0; i < WIDE_ARRAYS; i++) {
            calls.submit(job(command, new ArrayShape.Range(1, 10_000_000, 1), true), nothing(), key());
        }
        return this::cancel;
    }

    /** Bodies that are announced and of which hardly anything comes. */
    private Act halfBodies() throws IOException {
        String known = token();
        List<Socket> open = new ArrayList<>();
        byte[] head = ("POST /api/v1/jobs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + known
                        + "\r\nContent-Length: " + ANNOUNCED + "\r\n\r\n" + MESSAGE_HEAD)
                .getBytes(UTF_8);
        for (int i = 0; i < HALF_BODIES; i++) {
            try {
                Socket socket =
                        new Socket(ground.address().getHost(), ground.address().getPort());
                open.add(socket);
                socket.getOutputStream().write(head);
            } catch (IOException away) {
                // The server is hurt by somebody else at this moment.
                break;
            }
        }
        return () -> {
            for (Socket socket : open) {
                socket.close();
            }
        };
    }

    /** A few kilobytes that become millions of entries. */
    private Act packedList() throws IOException {
        String known = token();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write((MESSAGE_HEAD + "\"entries\":[\"\"").getBytes(UTF_8));
            byte[] some = ",\"\"".repeat(TOGETHER).getBytes(UTF_8);
            for (int i = 0; i < ENTRIES; i += TOGETHER) {
                out.write(some);
            }
            out.write("]}".getBytes(UTF_8));
        }
        post("/api/v1/jobs", known, bytes.toByteArray());
        return NOTHING;
    }

    private Act run(String line) throws IOException {
        UserCalls calls = calls();
        calls.submit(job(new CommandLine.ShellLine(line), new ArrayShape.Single(), false), nothing(), key());
        return this::cancel;
    }

    private void cancel() throws IOException {
        calls().change(Verb.CANCEL, "all");
    }

    private static JobSpec job(CommandLine command, ArrayShape array, boolean nowhere) {
        Platform platform = new Platform(null, null, List.of(), nowhere ? List.of("nowhere") : List.of(), false);
        return new JobSpec(
                NAME,
                NAME,
                command,
                array,
                List.of(),
                List.of(),
                new Requirements(1, null, null, platform),
                JobLimits.DEFAULT);
    }

    private static Iterator<Entry> nothing() {
        return Collections.emptyIterator();
    }

    private static String key() {
        return NAME + "-" + System.nanoTime();
    }

    private void post(String path, String known, byte[] packed) throws IOException {
        URI target = ground.address().resolve(path);
        HttpURLConnection call = (HttpURLConnection) target.toURL().openConnection();
        call.setRequestMethod("POST");
        call.setDoOutput(true);
        call.setConnectTimeout(PATIENCE_MILLIS);
        call.setReadTimeout(PATIENCE_MILLIS);
        call.setRequestProperty("Authorization", "Bearer " + known);
        call.setRequestProperty("Content-Encoding", "gzip");
        call.getOutputStream().write(packed);
        call.getResponseCode();
        call.disconnect();
    }

    private UserCalls calls() throws IOException {
        return new UserCalls(connection(token()));
    }

    private ServerConnection connection(String as) {
        return new ServerConnection(Endpoint.of(ground.address().toString(), as), TIMEOUTS);
    }

    private String token() throws IOException {
        return token(NAME);
    }

    /** Fails while the server can't give one. */
    private String token(String owner) throws IOException {
        String known = tokens.get(owner);
        if (known != null) {
            return known;
        }
        TokenRequest wanted = new TokenRequest(Role.USER, new Owner(owner));
        if (!(ground.calls().issue(wanted) instanceof Answer.Success<IssuedToken> issued)) {
            throw new IOException("the server gives no token now");
        }
        tokens.put(owner, issued.value().token());
        return issued.value().token();
    }
}
