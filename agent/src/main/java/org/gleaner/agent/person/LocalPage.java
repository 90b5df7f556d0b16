package org.gleaner.agent.person;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.agent.machine.SocketTable;
import org.gleaner.protocol.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * The agent's own small page, for the person at the machine. It listens on loopback only; a request that names another
 * host is refused, so that no web site can reach it by a name of its own (DNS rebinding); what changes something needs
 * the secret of this start, which only the page itself carries, so that no web site can press a button here (CSRF). A
 * {@link PageDoor} keeps tasks out. Other people at the same machine can see it and pause work. Thread-safe.
 */
public final class LocalPage implements Closeable {
    /** Easy to bookmark; if it is taken, any free one. */
    private static final int USUAL = 7747;

    private static final Pattern SPAN = Pattern.compile("([0-9]{1,3})([mh])");
    private static final InetAddress LOOPBACK = loopback();

    private final PageListener listener;
    private final Supplier<Standing> standing;
    private final PauseFile pause;
    private final PageDoor door;
    private final SocketTable sockets = new SocketTable();
    private final String hostName;
    private final Runnable changed;
    private final String secret = secret();

    /**
     * Opens it.
     *
     * @param changed told after a button was pressed, so that nobody waits for the next look
     */
    public LocalPage(
            int port, Supplier<Standing> standing, PauseFile pause, PageDoor door, String hostName, Runnable changed)
            throws IOException {
        this.standing = standing;
        this.pause = pause;
        this.door = door;
        this.hostName = hostName;
        this.changed = changed;
        this.listener = bind(port);
        listener.start();
    }

    /** Where it is, with a slash at its end. */
    public String address() {
        return "http://127.0.0.1:" + listener.port() + "/";
    }

    @Override
    public void close() {
        listener.close();
    }

    private PageListener bind(int port) throws IOException {
        if (port != HouseRules.USUAL_PORT) {
            return new PageListener(LOOPBACK, port, this::answer);
        }
        try {
            return new PageListener(LOOPBACK, USUAL, this::answer);
        } catch (BindException taken) {
            return new PageListener(LOOPBACK, 0, this::answer);
        }
    }

    private static InetAddress loopback() {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static String secret() {
        byte[] bytes = new byte[24];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private PageAnswer answer(PageRequest request, InetSocketAddress caller) {
        if (!isOurs(request.host())) {
            return PageAnswer.plain(421, "This page is served only as " + address());
        }
        Optional<String> with =
                door.opens(request, sockets.userOf(caller, new InetSocketAddress(LOOPBACK, listener.port())));
        if (with.isEmpty()) {
            return PageAnswer.plain(
                    403,
                    "This page is for the person at this machine, and this request might come from a task.\n"
                            + "Open it with the link that 'gleaner agent status' prints.");
        }
        return switch (request.method()) {
            case "GET" -> show(request.path(), with.get());
            case "POST" -> change(request, with.get());
            default -> PageAnswer.plain(405, "Only GET and POST.");
        };
    }

    private PageAnswer show(String path, String with) {
        return switch (path) {
            case "/" -> new PageAnswer(200, "text/html", PageText.of(standing.get(), hostName, secret, with), null);
            case "/status.txt" -> new PageAnswer(200, "text/plain", StandingText.lines(standing.get()), null);
            case "/status.json" ->
                new PageAnswer(
                        200,
                        "application/json",
                        new String(Json.write(standing.get(), StandingText::json), StandardCharsets.UTF_8),
                        null);
            default -> LocalPageFile.at(path).orElseGet(() -> PageAnswer.plain(404, "Not found."));
        };
    }

    private PageAnswer change(PageRequest request, String with) {
        byte[] given = request.form().getOrDefault("secret", "").getBytes(StandardCharsets.UTF_8);
        if (!MessageDigest.isEqual(given, secret.getBytes(StandardCharsets.UTF_8))) {
            return PageAnswer.plain(403, "Use the buttons on " + address());
        }
        try {
            if (request.path().equals("/resume")) {
                pause.resume();
            } else if (request.path().equals("/pause")) {
                String text = request.form().getOrDefault("for", "");
                Duration span = span(text);
                if (span == null && !text.isEmpty()) {
                    return PageAnswer.plain(400, "Pause for minutes or hours, such as 30m or 2h.");
                }
                pause.pause(span, Instant.now());
            } else {
                return PageAnswer.plain(404, "Not found.");
            }
        } catch (IOException failed) {
            return PageAnswer.plain(
                    503,
                    "Could not save this: " + failed.getMessage() + ".\n"
                            + "Is the disk full? To stop all work at once, stop the agent.");
        }
        changed.run();
        return PageAnswer.see("/" + with);
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
        int port = listener.port();
        return host != null
                && (host.equals("127.0.0.1:" + port)
                        || host.toLowerCase(Locale.ROOT).equals("localhost:" + port));
    }
}
