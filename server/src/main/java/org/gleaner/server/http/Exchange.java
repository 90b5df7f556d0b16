package org.gleaner.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.Token;
import org.gleaner.core.job.CutText;
import org.gleaner.protocol.Contract;
import org.gleaner.protocol.json.BadMessage;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonReader;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.protocol.thread.Exhaustion;
import org.gleaner.protocol.thread.LogPace;
import org.gleaner.protocol.wording.RejectionWords;
import org.gleaner.server.token.TokenMint;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call: what it asks and the ways to answer it. It is answered exactly once, whatever happens: later answers are
 * dropped. It may be answered from any thread, long after its route has returned.
 */
public final class Exchange {
    /** Something that may be refused or fail in the ways that {@link #attempt} knows how to tell. */
    public interface Work {
        void run() throws IOException, StoreException;
    }

    /** Takes a whole body. */
    public interface Body {
        void take(byte[] content) throws IOException, StoreException;
    }

    /** Takes a whole body that may be large, and says how long it is. */
    public interface LargeBody {
        void take(InputStream content, int size) throws IOException, StoreException;
    }

    /** Told once, when a call that says what it is about is being answered. */
    interface Change {
        void answered(String on, int status);
    }

    /**
     * What a call belongs to and is bounded by.
     *
     * @param known whether the token that was let in is still one
     */
    record Frame(
            String id,
            Executor workers,
            HttpLimits limits,
            BodyRoom.@Nullable Lease room,
            Contract contract,
            BooleanSupplier known) {}

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
    /** All calls fail alike while a disk does. */
    private static final LogPace FAILURES = new LogPace();

    private static final String JSON = "application/json";
    private static final String API = "/api/";
    private static final int LONGEST_ABOUT = 300;
    private static final int COPIED_AT_ONCE = 64 << 10;

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final Frame frame;
    private final SortedMap<String, String> parameters;
    private final @Nullable Token token;
    private final AtomicBoolean answered = new AtomicBoolean();
    private @Nullable Fields query;
    private volatile boolean reading;
    private volatile boolean ahead;
    private volatile String about = "";
    private volatile @Nullable Change change;

    Exchange(
            Request request,
            Response response,
            Callback callback,
            Frame frame,
            SortedMap<String, String> parameters,
            @Nullable Token token) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.frame = frame;
        this.parameters = parameters;
        this.token = token;
    }

    void whenChanged(Change told) {
        change = told;
    }

    /** Says what this call changes, for the audit, where no token belongs; called again, it says more. */
    public void about(String more) {
        String told = TokenMint.hidden(more);
        if (about.equals(told)) {
            // Very many jobs are changed some at a time.
            return;
        }
        String text = about.isEmpty() ? told : about + ", " + told;
        about = CutText.to(LONGEST_ABOUT, text);
    }

    private boolean isFirst(int status) {
        boolean first = answered.compareAndSet(false, true);
        Change told = change;
        // Whoever was let in and is a stranger by now tried to change something, whatever it was.
        if (first && told != null && (!about.isEmpty() || status == HttpStatus.UNAUTHORIZED_401)) {
            told.answered(about, status);
        }
        return first;
    }

    /** The number under which this call is in the log and in problems. */
    public String id() {
        return frame.id();
    }

    /** Whose call it is; only on routes that need a token. */
    public Token token() {
        if (token == null) {
            throw new IllegalStateException("this route is open to anybody");
        }
        return token;
    }

    /**
     * Refuses a call whose token was revoked since its head came. Commands are checked once more when they are decided;
     * for all else that a body changes this is the last look.
     */
    void checkToken() throws Refused {
        if (!frame.known().getAsBoolean()) {
            throw new Refused(ShellProblems.unauthenticated());
        }
    }

    /** What stands in the path for a part in braces. */
    public String parameter(String name) {
        String value = parameters.get(name);
        if (value == null) {
            throw new IllegalStateException("the route has no {" + name + "}");
        }
        return value;
    }

    /** The address of the caller, as far as proxies that we believe tell. */
    public String client() {
        return ClientAddress.of(request);
    }

    public String path() {
        return Request.getPathInContext(request);
    }

    public Optional<String> query(String name) {
        return Optional.ofNullable(queries().getValue(name));
    }

    private Fields queries() {
        Fields known = query;
        if (known == null) {
            known = Request.extractQueryParameters(request);
            query = known;
        }
        return known;
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeaders().get(name));
    }

    /** Whether the caller understands an answer in this encoding. */
    public boolean accepts(String encoding) {
        return request.getHeaders().getQualityCSV(HttpHeader.ACCEPT_ENCODING).contains(encoding);
    }

    /** Reads a body that is here, held to what the description of this call says of it. */
    public <T> T read(byte[] content, JsonReader<T> reader) throws BadMessage {
        return Json.read(content, frame.contract().body(), reader);
    }

    /** The same while it comes. */
    public <T> T read(InputStream content, JsonReader<T> reader) throws IOException {
        return Json.read(content, frame.contract().body(), reader);
    }

    /** Lets the route's endpoint see it, if path, query and headers are as its description says. */
    void serve(Route route) throws IOException, StoreException {
        checkParameters();
        route.endpoint().serve(this);
    }

    private void checkParameters() throws Refused {
        checkQuery();
        for (Contract.Parameter one : frame.contract().parameters()) {
            String value = switch (one.in()) {
                case PATH -> parameters.get(one.name());
                case QUERY -> query(one.name()).orElse(null);
                case HEADER -> header(one.name()).orElse(null);
            };
            String why = Contract.objection(one, value);
            if (why != null) {
                // A word of the path that is none of those there are leads nowhere.
                throw new Refused(
                        one.in() == Contract.Place.PATH && one.shape().isClosedSet()
                                ? ShellProblems.notFound(path())
                                : ShellProblems.badParameter(one.name(), why));
            }
        }
    }

    /** A name that nobody heeds is a mistake: {@code ?selct=7} would mean everything. */
    private void checkQuery() throws Refused {
        if (!frame.contract().described() || !path().startsWith(API)) {
            return;
        }
        for (Fields.Field given : queries()) {
            String why = frame.contract()
                    .objectionToQuery(given.getName(), given.getValues().size());
            if (why != null) {
                throw new Refused(ShellProblems.badParameter(given.getName(), why));
            }
        }
    }

    /** Reads the whole body without waiting for it, then goes on with it. */
    public void body(int limit, Body then) {
        stream(limit, new ByteCollector(frame.room(), body -> attempt(() -> then.take(body.bytes()))));
    }

    /** The same for a body that is better not copied once more. */
    public void largeBody(long limit, LargeBody then) {
        stream(limit, new ByteCollector(frame.room(), body -> attempt(() -> then.take(body.stream(), body.size()))));
    }

    /** Hands the body on piece by piece, as it comes. */
    public void stream(long limit, BodySink sink) {
        reading = true;
        new BodyReader(this, request, limit, frame.limits(), sink).run();
    }

    /** The same of a gzipped body, out of which so many bytes shall come. */
    public void inflate(long plain, BodySink sink) {
        // Content that does not shrink grows a little; what is longer than that is no honest gzip.
        long most = plain + plain / 64 + COPIED_AT_ONCE;
        stream(most, new InflatingSink(request.getComponents().getByteBufferPool(), plain, sink));
    }

    /** A stream that ends with a refusal when more comes out of it than this, or than there is room for. */
    public InputStream bounded(InputStream stream, long limit) {
        return new BodyStream(stream, limit, frame.room());
    }

    /** How long the body is; negative if it does not say so. A request that announces no body at all has none. */
    public long length() {
        return Drain.isAnnounced(request) ? request.getLength() : 0;
    }

    /** Does something that may wait for a disk, on a worker; refused if too much waits already. */
    public void work(Work work) {
        work(frame.workers(), work);
    }

    public void work(Executor workers, Work work) {
        try {
            workers.execute(() -> attempt(work));
        } catch (RejectedExecutionException full) {
            refuse(FrontProblems.busy());
        }
    }

    /** Does it here and turns every way in which it can fail into an answer. */
    public void attempt(Work work) {
        try {
            work.run();
        } catch (Refused refused) {
            refuse(refused.problem());
        } catch (BadMessage bad) {
            refuse(ShellProblems.badMessage(bad));
        } catch (StoreException | IOException away) {
            if (FAILURES.happens(String.valueOf(away))) {
                LOG.atWarn().setCause(away).addKeyValue("request", id()).log("could not read or write data");
            }
            boolean full = away instanceof StoreException store && store.isFull();
            refuse(
                    full
                            ? FrontProblems.diskFull()
                            : FrontProblems.unavailable("it could not read or write its data; see the server's log"));
        } catch (OutOfMemoryError full) {
            Exhaustion.tell(full);
            throw full;
        } catch (RuntimeException thrown) {
            // Jetty decodes some of a request only when it is asked for, and says then that it can't.
            if (thrown instanceof HttpException bad && bad.getCode() < HttpStatus.INTERNAL_SERVER_ERROR_500) {
                refuse(FrontProblems.byTransport(bad.getCode(), id()));
            } else {
                failed(thrown);
            }
        }
    }

    /** A bug of ours: the caller gets the id, the log the cause. */
    public void failed(Throwable bug) {
        LOG.atError().setCause(bug).addKeyValue("request", id()).log("a bug failed one call");
        refuse(ShellProblems.bug(id()));
    }

    public void json(int status, byte[] body) {
        send(status, JSON, body);
    }

    public void send(int status, String type, byte[] body) {
        if (!hasRoomFor(body)) {
            refuse(FrontProblems.busy());
        } else if (isFirst(status)) {
            response.setStatus(status);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
            response.write(true, ByteBuffer.wrap(body), callback);
        }
    }

    /** Counts what a body became when it was read; refuses the call if there is no room for it. */
    public void hold(long bytes) throws Refused {
        BodyRoom.Lease room = frame.room();
        if (room != null) {
            room.take(bytes);
        }
    }

    /** Whoever reads slowly keeps its answer in memory, so answers are bounded together as bodies are. */
    private boolean hasRoomFor(byte[] body) {
        try {
            hold(body.length);
            return true;
        } catch (Refused full) {
            return false;
        }
    }

    /** An answer that has headers only. */
    public void empty(int status) {
        if (isFirst(status)) {
            response.setStatus(status);
            response.write(true, ByteBuffer.allocate(0), callback);
        }
    }

    /**
     * Sends content from elsewhere; its headers are set before.
     *
     * @param length of it in bytes; negative: it is sent in chunks
     */
    public void copy(int status, long length, Content.Source content) {
        if (answered.compareAndSet(false, true)) {
            response.setStatus(status);
            if (length >= 0) {
                response.getHeaders().put(HttpHeader.CONTENT_LENGTH, length);
            }
            Content.copy(new GuardedSource(content, frame.known()), response, callback);
        } else {
            content.fail(new IOException("the call is answered already"));
        }
    }

    /** Sends, in chunks, content that workers make while it goes; if they can't, the connection breaks. */
    public void copy(int status, InputStream content) {
        copy(status, -1, new WorkedSource(content, frame.workers(), id()));
    }

    /** Begins an answer whose end is not in sight; empty if the call is answered already. */
    public Optional<Outflow> flow(String type) {
        if (!isFirst(HttpStatus.OK_200)) {
            return Optional.empty();
        }
        response.setStatus(HttpStatus.OK_200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        return Optional.of(new ResponseFlow(request, response, callback));
    }

    /** Buffers for content that is read piece by piece. */
    public ByteBufferPool.Sized buffers() {
        return new ByteBufferPool.Sized(request.getComponents().getByteBufferPool(), false, COPIED_AT_ONCE);
    }

    public void setHeader(String name, String value) {
        response.getHeaders().put(name, value);
    }

    public void refuse(Rejection rejection) {
        refuse(RejectionWords.problem(rejection));
    }

    public void refuse(Problem problem) {
        if (problem.is(ProblemKind.MISSING_BLOBS)) {
            // A question that most submissions begin with: it changes nothing, and they come again.
            change = null;
        }
        if (isFirst(problem.status())) {
            if (reading) {
                ProblemAnswer.send(request, response, problem, id(), callback);
            } else {
                ProblemAnswer.write(request, response, problem, id(), frame.limits(), callback);
            }
        }
    }

    /**
     * Whether the caller hung up, or was answered already. For calls that are read completely and take long: while
     * nothing is read or written, Jetty does not notice. Not while somebody else may answer.
     */
    public boolean isGone() {
        if (answered.get() || ahead) {
            return answered.get();
        }
        try {
            ByteBuffer next = BufferUtil.allocate(1);
            int read = request.getConnectionMetaData()
                    .getConnection()
                    .getEndPoint()
                    .fill(next);
            if (read > 0) {
                // Another call was sent before this one is answered. It is lost, and the caller told to send it again.
                ahead = true;
                setHeader(HttpHeader.CONNECTION.asString(), HttpHeaderValue.CLOSE.asString());
            } else if (read < 0) {
                gone(new EofException("the caller hung up"));
            }
        } catch (IOException broken) {
            gone(new EofException(broken));
        }
        return answered.get();
    }

    /** The caller hung up: nobody is there to be told. */
    void gone(Throwable why) {
        LOG.debug("request {}: the caller is gone", id(), why);
        request.setAttribute(ProblemAnswer.GONE, true);
        if (answered.compareAndSet(false, true)) {
            callback.failed(why);
        }
    }
}
