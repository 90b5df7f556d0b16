package org.gleaner.server.http;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.protocol.http.NodeCalls;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.protocol.thread.Exhaustion;
import org.gleaner.server.token.TokenDirectory;
import org.gleaner.server.token.TokenDirectory.Finding;
import org.gleaner.server.token.TokenMint;
import org.jspecify.annotations.Nullable;

/**
 * Every call comes through here: which route, who is it, may they, are they too many. Only then its endpoint sees it.
 * Who it is is asked again when all of its body has come, and while its answer is sent piece by piece.
 * Never blocks.
 */
public final class FrontDoor extends Handler.Abstract.NonBlocking {
    private static final String BEARER = "Bearer ";
    private static final int LONGEST_TOKEN = 200;
    private static final int TOO_MANY = 429;
    /** Half of what may wait for the disk. */
    private static final int MOST_WORK_OF_NODES = 512;

    private final RouteTable routes;
    private final TokenDirectory tokens;
    private final Executor workers;
    private final Executor workersForNodes;
    private final HttpLimits limits;
    private final CallBounds bounds;
    private final CallBounds files;
    private final Guards guards;
    private final String run;
    private final AtomicLong calls = new AtomicLong();
    private final AtomicInteger open = new AtomicInteger();

    /**
     * Who looks on.
     *
     * @param uses told of every token that was let in
     * @param room for bodies and answers
     */
    public record Guards(
            CallWatcher watcher,
            RateLimits rates,
            AuditTrail audit,
            Consumer<Token> uses,
            BodyRoom room,
            Tickets tickets) {}

    /** @param run tells the request ids of this run of the server from those of others */
    public FrontDoor(
            RouteTable routes, TokenDirectory tokens, Executor workers, HttpLimits limits, Guards guards, String run) {
        this.routes = routes;
        this.tokens = tokens;
        this.workers = workers;
        this.workersForNodes = new NodeShare(workers, MOST_WORK_OF_NODES);
        this.limits = limits;
        this.bounds = CallBounds.calls(limits);
        this.files = CallBounds.files(limits);
        this.guards = guards;
        this.run = run;
    }

    /** Calls not answered yet. */
    public int openCalls() {
        return open.get();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        try {
            return serve(request, response, callback);
        } catch (OutOfMemoryError full) {
            // Jetty would swallow it.
            Exhaustion.tell(full);
            throw full;
        }
    }

    private boolean serve(Request request, Response response, Callback callback) {
        String id = run + "-" + calls.incrementAndGet();
        request.setAttribute(ProblemAnswer.ID, id);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        RouteTable.Match match = routes.find(request.getMethod(), Request.getPathInContext(request));
        Route route = match.route();
        if (route != null && route.template().equals(Tickets.TEMPLATE)) {
            Tickets.Ticket ticket = guards.tickets()
                    .find(match.parameters().getOrDefault(Tickets.PARAMETER, ""))
                    .orElse(null);
            if (ticket != null && tokens.find(ticket.token().hash()) instanceof Finding.Known holder) {
                attach(response, ticket);
                Request redeemed = new Tickets.Redeemed(request, ticket);
                RouteTable.Match target = routes.find(request.getMethod(), Request.getPathInContext(redeemed));
                return serve(redeemed, response, callback, id, target, holder);
            }
        }
        return serve(request, response, callback, id, match, authenticate(request));
    }

    /** Whatever it is, a browser keeps it and does not show it: it must not run as a page of ours. */
    private static void attach(Response response, Tickets.Ticket ticket) {
        response.getHeaders().put(HttpHeader.CONTENT_DISPOSITION, AttachedName.header(ticket.name()));
        response.getHeaders().put("Content-Security-Policy", "sandbox; default-src 'none'");
    }

    private boolean serve(
            Request request, Response response, Callback callback, String id, RouteTable.Match match, Finding found) {
        Route route = match.route();
        Callback watched = watched(request, response, callback, route);
        if (route == null) {
            Problem none = ShellProblems.notFound(Request.getPathInContext(request));
            if (!match.allowed().isEmpty()) {
                response.getHeaders().put(HttpHeader.ALLOW, String.join(", ", match.allowed()));
                none = ShellProblems.methodNotAllowed(request.getMethod(), List.copyOf(match.allowed()));
            }
            ProblemAnswer.write(request, response, none, id, limits, watched);
            return true;
        }
        Token let = !route.isOpen() && found instanceof Finding.Known known ? known.token() : null;
        Problem why = objection(request, route, found);
        if (why != null) {
            if (!route.isRead() && why.status() != TOO_MANY) {
                guards.audit().write(line(request, id, let, route, "", why.status()));
            }
            ProblemAnswer.write(request, response, why, id, limits, watched);
            return true;
        }
        BodyRoom.Lease lease = let == null ? null : guards.room().lease(let);
        Exchange exchange = new Exchange(
                request,
                response,
                let == null || lease == null ? watched : leaving(let, route, lease, watched),
                new Exchange.Frame(
                        id,
                        isNode(let) ? workersForNodes : workers,
                        limits,
                        lease,
                        match.contract(),
                        () -> let == null || tokens.isValid(let.hash())),
                match.parameters(),
                let);
        if (let != null) {
            guards.uses().accept(let);
            exchange.whenChanged((on, status) -> guards.audit().write(line(request, id, let, route, on, status)));
        }
        exchange.attempt(() -> exchange.serve(route));
        return true;
    }

    private Finding authenticate(Request request) {
        String header = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        if (header == null
                || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                || header.length() > LONGEST_TOKEN) {
            return new Finding.Stranger();
        }
        return tokens.find(TokenMint.hash(header.substring(BEARER.length()).strip()));
    }

    private @Nullable Problem objection(Request request, Route route, Finding found) {
        if (route.isOpen()) {
            Duration wait = found instanceof Finding.Known
                    ? Duration.ZERO
                    : guards.rates().open(route, ClientAddress.of(request));
            return wait.isZero() ? null : FrontProblems.tooOften(wait);
        }
        return found instanceof Finding.Known known ? refusal(request, route, known.token()) : strange(request, found);
    }

    private Problem strange(Request request, Finding found) {
        if (found instanceof Finding.TooEarly) {
            return FrontProblems.unavailable("it is starting");
        }
        Duration wait = guards.rates().stranger(ClientAddress.of(request));
        return wait.isZero() ? ShellProblems.unauthenticated() : FrontProblems.tooOften(wait);
    }

    private static AuditTrail.Line line(
            Request request, String id, @Nullable Token token, Route route, String on, int status) {
        return new AuditTrail.Line(
                id,
                who(token),
                token == null ? "" : token.id(),
                ClientAddress.of(request),
                route.method() + " " + route.template(),
                on,
                status);
    }

    private static String who(@Nullable Token token) {
        if (token == null) {
            return "";
        }
        Object holder = token.owner() == null ? token.node() : token.owner();
        return holder == null ? token.role().word() : TokenMint.hidden(holder.toString());
    }

    private @Nullable Problem refusal(Request request, Route route, Token token) {
        if (!route.roles().contains(token.role())) {
            return ShellProblems.notForRole(token.role());
        }
        boolean copy = request.getHeaders().contains(NodeCalls.COPY_HEADER);
        Duration wait = guards.rates().known(token, route, copy);
        if (!wait.isZero()) {
            return FrontProblems.tooOftenAlone(wait);
        }
        if (!route.isFeed() && !bounds.enter(token)) {
            return FrontProblems.tooMany();
        }
        if (route.holdsFile() && !files.enter(token)) {
            bounds.leave(token);
            return FrontProblems.tooMany();
        }
        return null;
    }

    private static boolean isNode(@Nullable Token token) {
        return token != null && token.role() == Role.NODE;
    }

    private Callback leaving(Token token, Route route, BodyRoom.Lease lease, Callback callback) {
        Runnable leave = () -> {
            lease.end();
            if (!route.isFeed()) {
                bounds.leave(token);
            }
            if (route.holdsFile()) {
                files.leave(token);
            }
        };
        return Callback.from(
                () -> {
                    leave.run();
                    callback.succeeded();
                },
                failure -> {
                    leave.run();
                    callback.failed(failure);
                });
    }

    private Callback watched(Request request, Response response, Callback callback, @Nullable Route route) {
        String method = route == null ? "" : route.method();
        String template = route == null ? "" : route.template();
        open.incrementAndGet();
        Runnable tell = () -> {
            open.decrementAndGet();
            guards.watcher()
                    .answered(
                            method,
                            template,
                            response.getStatus(),
                            Duration.ofNanos(System.nanoTime() - request.getHeadersNanoTime()));
        };
        return Callback.from(
                () -> {
                    tell.run();
                    Drain.afterwards(request, limits, callback);
                },
                failure -> {
                    tell.run();
                    callback.failed(failure);
                });
    }
}
