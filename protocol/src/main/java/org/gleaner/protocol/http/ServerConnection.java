package org.gleaner.protocol.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLException;
import org.gleaner.protocol.json.BadMessage;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonReader;
import org.gleaner.protocol.json.JsonWriter;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemJson;
import org.gleaner.protocol.problem.ShellProblems;
import org.jspecify.annotations.Nullable;

/**
 * Calls to one server as one caller. Every body is read to its end, so the connection below is used again; no redirect
 * is followed, so the token goes nowhere else. Thread-safe.
 */
public final class ServerConnection {
    private static final long LARGEST_ANSWER = 256L << 20;
    /** What is read of an answer that nobody wants, to keep the connection; beyond that a new one is cheaper. */
    private static final long WORTH_DRAINING = 1L << 20;

    private static final Waiter NOBODY = new Waiter() {
        @Override
        public void waits() {}

        @Override
        public void ends() {}
    };

    private final Endpoint endpoint;
    private final CallPace pace;
    private final ConnectionOpener opener;
    private final Meeting patience;
    private final Bandwidth bandwidth;
    private final boolean packs;

    public ServerConnection(Endpoint endpoint, CallTimeouts timeouts) {
        this(endpoint, timeouts, opener(endpoint.pin()));
    }

    /** For people's programs: where the server asks for a pause, they make it. */
    public static ServerConnection patient(Endpoint endpoint, CallTimeouts timeouts) {
        return new ServerConnection(endpoint, timeouts, opener(endpoint.pin()), Patience.USUAL);
    }

    /** Hears that a server is waited for that may just be starting. */
    public interface Waiter {
        void waits();

        void ends();
    }

    /**
     * The same, for a server that may just be starting: if nothing listens when it is called for the first time, it is
     * called again for a while. That is safe, as a call that nobody took has had no effect.
     */
    public static ServerConnection patient(Endpoint endpoint, CallTimeouts timeouts, Duration starting, Waiter waiter) {
        return new ServerConnection(
                endpoint, timeouts, opener(endpoint.pin()), Patience.USUAL.starting(starting), waiter);
    }

    private static ConnectionOpener opener(@Nullable CertificatePin pin) {
        return pin == null ? url -> (HttpURLConnection) url.openConnection() : new PinnedTls(pin);
    }

    public ServerConnection(Endpoint endpoint, CallTimeouts timeouts, ConnectionOpener opener) {
        this(endpoint, timeouts, opener, Patience.NONE);
    }

    ServerConnection(Endpoint endpoint, CallTimeouts timeouts, ConnectionOpener opener, Patience patience) {
        this(endpoint, timeouts, opener, patience, NOBODY);
    }

    ServerConnection(Endpoint endpoint, CallPace pace) {
        this(
                endpoint,
                pace,
                opener(endpoint.pin()),
                new Meeting(Patience.NONE, NOBODY),
                Bandwidth.UNLIMITED,
                !endpoint.isLocal());
    }

    ServerConnection(
            Endpoint endpoint, CallTimeouts timeouts, ConnectionOpener opener, Patience patience, Waiter waiter) {
        this(
                endpoint,
                new CallPace(timeouts),
                opener,
                new Meeting(patience, waiter),
                Bandwidth.UNLIMITED,
                !endpoint.isLocal());
    }

    private ServerConnection(
            Endpoint endpoint,
            CallPace pace,
            ConnectionOpener opener,
            Meeting patience,
            Bandwidth bandwidth,
            boolean packs) {
        this.endpoint = endpoint;
        this.pace = pace;
        this.opener = opener;
        this.patience = patience;
        this.bandwidth = bandwidth;
        this.packs = packs;
    }

    /** The same server, with files that travel no faster than this. */
    public ServerConnection withBandwidth(Bandwidth limit) {
        return new ServerConnection(endpoint, pace, opener, patience, limit, packs);
    }

    /** The same server, with files compressed where it pays; else that depends on whether calls leave this machine. */
    public ServerConnection withPacking(boolean wanted) {
        return new ServerConnection(endpoint, pace, opener, patience, bandwidth, wanted);
    }

    /** Whether compressing can pay at all: within one machine it only costs time. */
    public boolean packs() {
        return packs;
    }

    /** Through this goes whatever is as long as a file. */
    Bandwidth bandwidth() {
        return bandwidth;
    }

    public Endpoint endpoint() {
        return endpoint;
    }

    /** The same server, spoken to as somebody else. */
    public ServerConnection withToken(String token) {
        return new ServerConnection(endpoint.withToken(token), pace, opener, patience, bandwidth, packs);
    }

    /** Writes the body of a request. */
    @FunctionalInterface
    public interface Body {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Takes an answer that is a success; the stream is closed behind it. */
    @FunctionalInterface
    interface Receiver<T> {
        T take(HttpURLConnection answer, InputStream body) throws IOException;
    }

    /**
     * One request.
     *
     * @param length of the body in bytes; {@link #SMALL}: it is buffered; {@link #UNKNOWN}: it is sent in chunks, once;
     *     {@link #PACKED}: it is sent in chunks and can be made again
     */
    public record Request(
            String method,
            String path,
            Map<String, String> headers,
            @Nullable Body body,
            long length,
            Duration patience) {
        static final long SMALL = -1;
        public static final long UNKNOWN = -2;
        static final long PACKED = -3;

        public static Request of(String method, String path) {
            return new Request(method, path, Map.of(), null, SMALL, Duration.ZERO);
        }

        public <I> Request json(I message, JsonWriter<I> writer) {
            byte[] bytes = Json.write(message, writer);
            return new Request(method, path, headers, out -> out.write(bytes), SMALL, patience)
                    .with("Content-Type", Json.MEDIA_TYPE);
        }

        public Request with(String header, String value) {
            Map<String, String> more = new TreeMap<>(headers);
            more.put(header, value);
            return new Request(method, path, more, body, length, patience);
        }

        public Request patient(Duration more) {
            return new Request(method, path, headers, body, length, more);
        }
    }

    public <T> Answer<T> call(Request request, JsonReader<T> reader) {
        return call(request, LARGEST_ANSWER, reader);
    }

    /** @param largest answer, in bytes, that is read */
    <T> Answer<T> call(Request request, long largest, JsonReader<T> reader) {
        return exchange(request, (answer, body) -> Json.read(new LimitedStream(body, largest), reader));
    }

    /** A call whose answer has no content. */
    public Answer<Boolean> tell(Request request) {
        return exchange(request, (answer, body) -> true);
    }

    /** Takes an answer while it arrives. */
    @FunctionalInterface
    public interface Follower {
        /** Returns at the end of the body; an exception gives up what may still come. */
        void take(InputStream body) throws IOException;
    }

    /**
     * A call whose answer goes on for as long as it is read, at any pace: whoever follows knows what to expect. It is
     * made once: they also decide when again.
     */
    public Answer<Boolean> follow(Request request, Follower follower) {
        return once(request, body -> body, (answer, body) -> {
            follower.take(body);
            return true;
        });
    }

    <T> Answer<T> exchange(Request request, Receiver<T> receiver) {
        Answer<T> answer = patience.first(() -> once(request, pace::paced, receiver));
        // A body that is made while it is sent can't be sent again; its caller knows what to do.
        for (int tries = 1; request.length() != Request.UNKNOWN && patience.pauses(answer, tries); tries++) {
            answer = once(request, pace::paced, receiver);
        }
        return answer;
    }

    private <T> Answer<T> once(Request request, UnaryOperator<InputStream> paced, Receiver<T> receiver) {
        try {
            HttpURLConnection connection = open(request);
            try {
                return answer(connection, paced, receiver);
            } catch (BadMessage bad) {
                connection.disconnect();
                return new Answer.Unreachable<>(new Trouble(
                        "Unexpected response from " + endpoint + ".",
                        bad.getMessage() == null ? "It is malformed." : bad.getMessage(),
                        "Check the address, and that both programs have the same version."));
            }
        } catch (LocalTrouble local) {
            throw new UncheckedIOException(local.cause());
        } catch (IOException failed) {
            return new Answer.Unreachable<>(trouble(failed), isClosed(failed));
        }
    }

    /** The JDK has one type for this and for networks that can't be reached. */
    private static boolean isClosed(IOException failed) {
        return failed instanceof ConnectException
                && String.valueOf(failed.getMessage()).contains("refused");
    }

    private HttpURLConnection open(Request request) throws IOException {
        URL url = new URL(endpoint.base() + request.path());
        HttpURLConnection connection = opener.open(url);
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setConnectTimeout((int) pace.timeouts().connect().toMillis());
        connection.setReadTimeout((int) readTimeout(request.patience()).toMillis());
        connection.setRequestMethod(request.method());
        connection.setRequestProperty("Authorization", "Bearer " + endpoint.token());
        connection.setRequestProperty("Accept", Json.MEDIA_TYPE + ", " + Problem.MEDIA_TYPE + ", */*;q=0.5");
        request.headers().forEach(connection::setRequestProperty);
        CallPace.Line line = pace.watch(connection);
        Body body = request.body();
        long buffered = body == null ? 0 : send(line, connection, body, request.length());
        Duration silence = readTimeout(request.patience());
        int unused = line.within(silence.plus(pace.timeouts().most(buffered)), connection::getResponseCode);
        return connection;
    }

    private Duration readTimeout(Duration patience) {
        return patience.isZero()
                ? pace.timeouts().read()
                : patience.plus(pace.timeouts().margin());
    }

    /**
     * Sends a body, or buffers it, and returns how much is buffered. If it fails half-way the connection is cut: closed
     * in order, the part would look like the whole.
     */
    private long send(CallPace.Line line, HttpURLConnection connection, Body body, long length) throws IOException {
        connection.setDoOutput(true);
        if (length >= 0) {
            connection.setFixedLengthStreamingMode(length);
        } else if (length != Request.SMALL) {
            connection.setChunkedStreamingMode(1 << 16);
        }
        OutputStream own = line.within(pace.timeouts().most(0), connection::getOutputStream);
        OutputStream out = line.paced(own);
        boolean complete = false;
        try {
            body.writeTo(out);
            complete = true;
        } finally {
            if (!complete) {
                connection.disconnect();
            }
        }
        out.close();
        return own instanceof ByteArrayOutputStream buffer ? buffer.size() : 0;
    }

    private <T> Answer<T> answer(HttpURLConnection connection, UnaryOperator<InputStream> paced, Receiver<T> receiver)
            throws IOException {
        int status = connection.getResponseCode();
        if (status >= 200 && status < 300) {
            try (InputStream body = paced.apply(connection.getInputStream())) {
                T value = receiver.take(connection, body);
                drain(body);
                return new Answer.Success<>(value);
            }
        }
        InputStream error = connection.getErrorStream();
        try (InputStream body = error == null ? null : pace.paced(error)) {
            Problem problem = problem(connection, status, body);
            if (body != null) {
                drain(body);
            }
            if (problem != null) {
                return new Answer.Refused<>(problem);
            }
        }
        return new Answer.Unreachable<>(new Trouble(
                "There is no Gleaner server at " + endpoint + ".",
                "Something else answered, with HTTP status " + status + ".",
                "Check the address, and any proxy in between."));
    }

    private static @Nullable Problem problem(HttpURLConnection connection, int status, @Nullable InputStream body)
            throws IOException {
        String type = connection.getContentType();
        if (body != null && type != null && type.startsWith(Problem.MEDIA_TYPE)) {
            return Json.read(new LimitedStream(body, LARGEST_ANSWER), ProblemJson::read);
        }
        // HttpURLConnection drops the body of a 401 if the request's body was streamed.
        return status == HttpURLConnection.HTTP_UNAUTHORIZED ? ShellProblems.unauthenticated() : null;
    }

    private static void drain(InputStream body) throws IOException {
        byte[] buffer = new byte[8192];
        long drained = 0;
        for (int read = body.read(buffer); read >= 0 && drained < WORTH_DRAINING; read = body.read(buffer)) {
            drained += read;
        }
    }

    /** The JDK has no type of its own for an end, or bytes of another protocol, in the place of a status line. */
    private static boolean isNoHttp(IOException failed) {
        String said = String.valueOf(failed.getMessage());
        return said.startsWith("Unexpected end of file") || said.startsWith("Invalid Http response");
    }

    private Trouble trouble(IOException failed) {
        String server = "Can't reach the server at " + endpoint + ".";
        String from = endpoint.origin().isEmpty() ? "" : ", which comes from " + endpoint.origin() + ",";
        String running = "Check that it is running ('gleaner server') and that the address" + from + " is right.";
        if (isClosed(failed)) {
            return new Trouble(server, "The connection was refused: nothing listens there.", running);
        }
        if (failed instanceof ConnectException || failed instanceof NoRouteToHostException) {
            return new Trouble(server, "This machine's network has no way to it.", running);
        }
        if (failed instanceof UnknownHostException) {
            return new Trouble(server, "Unknown host '" + endpoint.base().getHost() + "'.", running);
        }
        if (failed instanceof SocketTimeoutException) {
            return new Trouble(
                    "The server at " + endpoint + " did not answer in time.",
                    "It may be overloaded, stopped or unreachable.",
                    "Try again; the request may have taken effect, but repeating it is safe.");
        }
        if (failed instanceof CallPace.TooSlow slow) {
            return new Trouble(
                    "The connection to " + endpoint + " is too slow.",
                    "For " + slow.timeouts().grace().toSeconds() + " s, less than "
                            + slow.timeouts().slowest() + " bytes a second came or went: the server, the network or a"
                            + " proxy in between may be overloaded or broken.",
                    "Try again; the request may have taken effect, but repeating it is safe.");
        }
        if (failed instanceof LimitedStream.TooLarge large) {
            return new Trouble(
                    "The response from " + endpoint + " is too long.",
                    "It has more than the " + large.limit() + " bytes that are expected at most.",
                    "Ask for less at once, such as fewer jobs or tasks.");
        }
        if (failed instanceof SSLException tls) {
            return TlsTrouble.of(endpoint, tls);
        }
        if (endpoint.base().getScheme().equals("http") && isNoHttp(failed)) {
            return new Trouble(
                    "No HTTP response from " + endpoint + ".",
                    "The server may have stopped while answering, or it uses TLS.",
                    "Try again. If it was started with --tls, use the address that begins with https://, as 'gleaner"
                            + " server' prints it.");
        }
        return new Trouble(
                "Lost the connection to " + endpoint + ".",
                failed.getMessage() == null ? failed.getClass().getSimpleName() + "." : failed.getMessage() + ".",
                "Try again; the request may have taken effect, but repeating it is safe.");
    }
}
