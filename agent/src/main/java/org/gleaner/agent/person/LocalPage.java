package org.gleaner.agent.person;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.protocol.json.Json;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's own small page, for the person at the machine. It listens on loopback only; a request that names another
 * host is refused, so that no web site can reach it by a name of its own (DNS rebinding); what changes something needs
 * the secret of this start, which only the page itself carries, so that no web site can press a button here (CSRF).
 * Other users of the same machine can see it and pause work. Thread-safe.
 */
public final class LocalPage implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(LocalPage.class);
    /** Easy to bookmark; if it is taken, any free one. */
    private static final int USUAL = 7747;

    private static final int LONGEST_BODY = 4096;
    private static final int BACKLOG = 16;
    private static final int THREADS = 2;
    private static final Pattern SPAN = Pattern.compile("([0-9]{1,3})([mh])");

    private final HttpServer server;
    private final ExecutorService threads;
    private final Supplier<Standing> standing;
    private final PauseFile pause;
    private final String hostName;
    private final Runnable changed;
    private final String secret = secret();

    /**
     * Opens it.
     *
     * @param changed told after a button was pressed, so that nobody waits for the next look
     */
    public LocalPage(int port, Supplier<Standing> standing, PauseFile pause, String hostName, Runnable changed)
            throws IOException {
        this.standing = standing;
        this.pause = pause;
        this.hostName = hostName;
        this.changed = changed;
        this.server = bind(port);
        this.threads = Executors.newFixedThreadPool(THREADS, daemons());
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Where it is, with a slash at its end. */
    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static HttpServer bind(int port) throws IOException {
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        if (port != HouseRules.USUAL_PORT) {
            return HttpServer.create(new InetSocketAddress(loopback, port), BACKLOG);
        }
        try {
            return HttpServer.create(new InetSocketAddress(loopback, USUAL), BACKLOG);
        } catch (BindException taken) {
            return HttpServer.create(new InetSocketAddress(loopback, 0), BACKLOG);
        }
    }

    private static ThreadFactory daemons() {
        return task -> {
            Thread thread = new Thread(task, "agent-page");
            thread.setDaemon(true);
            return thread;
        };
    }

    private static String secret() {
        byte[] bytes = new byte[24];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
            exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
            exchange.getResponseHeaders()
                    .set(
                            "Content-Security-Policy",
                            "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; "
                                    + "frame-ancestors 'none'; base-uri 'none'");
            if (!isOurs(exchange.getRequestHeaders().getFirst("Host"))) {
                say(exchange, 421, "text/plain", "This page is " + address() + " and nothing else.\n");
                return;
            }
            String path = exchange.getRequestURI().getPath();
            if (exchange.getRequestMethod().equals("POST")) {
                change(exchange, path);
            } else if (!exchange.getRequestMethod().equals("GET")) {
                say(exchange, 405, "text/plain", "Only GET and POST.\n");
            } else {
                show(exchange, path);
            }
        } catch (RuntimeException bug) {
            LOG.error("the agent's page failed", bug);
            throw bug;
        }
    }

    private void show(HttpExchange exchange, String path) throws IOException {
        switch (path) {
            case "/" -> say(exchange, 200, "text/html", PageText.of(standing.get(), hostName, secret));
            case "/status.txt" -> say(exchange, 200, "text/plain", StandingText.lines(standing.get()));
            case "/status.json" ->
                say(
                        exchange,
                        200,
                        "application/json",
                        new String(Json.write(standing.get(), StandingText::json), StandardCharsets.UTF_8));
            default -> say(exchange, 404, "text/plain", "There is nothing here.\n");
        }
    }

    private void change(HttpExchange exchange, String path) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(LONGEST_BODY + 1);
        Map<String, String> form = body.length > LONGEST_BODY ? Map.of() : form(body);
        byte[] given = form.getOrDefault("secret", "").getBytes(StandardCharsets.UTF_8);
        if (!MessageDigest.isEqual(given, secret.getBytes(StandardCharsets.UTF_8))) {
            say(exchange, 403, "text/plain", "Use the buttons of the page " + address() + "\n");
            return;
        }
        if (path.equals("/resume")) {
            pause.resume();
        } else if (path.equals("/pause")) {
            String text = form.getOrDefault("for", "");
            Duration span = span(text);
            if (span == null && !text.isEmpty()) {
                say(exchange, 400, "text/plain", "Pause for minutes or hours, such as 30m or 2h.\n");
                return;
            }
            pause.pause(span, Instant.now());
        } else {
            say(exchange, 404, "text/plain", "There is no such button.\n");
            return;
        }
        changed.run();
        exchange.getResponseHeaders().set("Location", "/");
        exchange.sendResponseHeaders(303, -1);
    }

    private static @Nullable Duration span(String text) {
        Matcher matcher = SPAN.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        long number = Long.parseLong(matcher.group(1));
        return matcher.group(2).equals("m") ? Duration.ofMinutes(number) : Duration.ofHours(number);
    }

    private boolean isOurs(@Nullable String host) {
        int port = server.getAddress().getPort();
        return host != null
                && (host.equals("127.0.0.1:" + port)
                        || host.toLowerCase(Locale.ROOT).equals("localhost:" + port));
    }

    private static Map<String, String> form(byte[] body) {
        Map<String, String> form = new HashMap<>();
        for (String pair : new String(body, StandardCharsets.UTF_8).split("&", 10)) {
            int at = pair.indexOf('=');
            if (at > 0) {
                try {
                    form.put(pair.substring(0, at), URLDecoder.decode(pair.substring(at + 1), StandardCharsets.UTF_8));
                } catch (IllegalArgumentException malformed) {
                    return Map.of();
                }
            }
        }
        return form;
    }

    private static void say(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
