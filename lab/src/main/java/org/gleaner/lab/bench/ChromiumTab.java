package org.gleaner.lab.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonInput;
import org.gleaner.protocol.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/** One tab of a Chromium, told what to do by its DevTools protocol. Confined to one thread. */
final class ChromiumTab implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 180;
    private static final int MOST_ANSWERS = 1_000;
    private static final int PIECE = 200_000;
    private static final int MOST_TRACE = 1 << 30;

    /** Something that the browser is told to do, with what it needs for that. */
    private record Order(long id, String method, JsonWriter<Order> parameters) {}

    /**
     * What the browser says.
     *
     * @param id of the order; null if nobody asked
     * @param stream where a trace can be read that is now complete
     */
    private record Said(
            @Nullable Long id,
            String value,
            String stream,
            @Nullable String wrong) {
        boolean isOf(@Nullable Long order) {
            return Objects.equals(id, order) && (order != null || !stream.isEmpty());
        }
    }

    /** Puts pieces together: a message may come in many. */
    private static final class Ear implements WebSocket.Listener {
        private final BlockingQueue<Said> answers;
        private final StringBuilder pieces = new StringBuilder();

        Ear(BlockingQueue<Said> answers) {
            this.answers = answers;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence piece, boolean last) {
            pieces.append(piece);
            if (last) {
                Said said = read(pieces.toString().getBytes(UTF_8));
                pieces.setLength(0);
                if (said.id() != null || said.isOf(null)) {
                    answers.add(said);
                }
            }
            socket.request(1);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            answers.add(new Said(-1L, "", "", String.valueOf(error.getMessage())));
        }

        private static Said read(byte[] message) {
            try {
                return Json.read(message, ChromiumTab::readSaid);
            } catch (IOException notOurs) {
                return new Said(-1L, "", "", String.valueOf(notOurs.getMessage()));
            }
        }
    }

    private final HttpClient http;
    private final String debugger;
    private final String target;
    private final WebSocket socket;
    private final BlockingQueue<Said> answers = new LinkedBlockingQueue<>();
    private long last;

    private ChromiumTab(HttpClient http, String debugger, List<String> found) throws FleetFailure {
        this.http = http;
        this.debugger = debugger;
        this.target = found.get(0);
        try {
            this.socket = http.newWebSocketBuilder()
                    .buildAsync(URI.create(found.get(1)), new Ear(answers))
                    .join();
        } catch (CompletionException failed) {
            throw new FleetFailure("Chromium does not talk: " + failed.getMessage());
        }
    }

    /** @param debugger where the browser listens to those who tell it what to do */
    static ChromiumTab open(HttpClient http, String debugger) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(debugger + "/json/new?about:blank"))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        return new ChromiumTab(
                http,
                debugger,
                Json.read(http.send(request, BodyHandlers.ofByteArray()).body(), ChromiumTab::readTarget));
    }

    private static List<String> readTarget(JsonInput in) throws IOException {
        String id = "";
        String socket = "";
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "id" -> id = in.text();
                case "webSocketDebuggerUrl" -> socket = in.text();
                default -> in.skip();
            }
        }
        return List.of(id, socket);
    }

    private static Said readSaid(JsonInput in) throws IOException {
        Long id = null;
        String value = "";
        String stream = "";
        List<String> wrong = new ArrayList<>();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "id" -> id = in.number();
                case "result" -> value = readResult(in, wrong);
                case "params" -> stream = readText(in, "stream");
                case "error" -> wrong.add(readText(in, "message"));
                default -> in.skip();
            }
        }
        return new Said(id, value, stream, wrong.isEmpty() ? null : String.join("; ", wrong));
    }

    private static String readResult(JsonInput in, List<String> wrong) throws IOException {
        String value = "";
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "result" -> value = readText(in, "value");
                case "data" -> value = in.text();
                case "exceptionDetails" -> {
                    in.skip();
                    wrong.add("a script failed");
                }
                default -> in.skip();
            }
        }
        return value;
    }

    /** A field of an object, if it is a text; empty if not. */
    private static String readText(JsonInput in, String name) throws IOException {
        String found = "";
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            if (field.equals(name) && in.isText()) {
                found = in.text();
            } else {
                in.skip();
            }
        }
        return found;
    }

    /** Runs before anything of each page that this tab opens from now on. */
    void before(String script) throws IOException, InterruptedException {
        tell("Page.enable", (out, order) -> out.writeStartObject());
        tell("Page.addScriptToEvaluateOnNewDocument", (out, order) -> {
            out.writeStartObject();
            out.writeStringField("source", script);
        });
    }

    /** As somebody who has never been there: nothing is taken from the browser's cache. */
    void go(String url) throws IOException, InterruptedException {
        tell("Network.setCacheDisabled", (out, order) -> {
            out.writeStartObject();
            out.writeBooleanField("cacheDisabled", true);
        });
        tell("Page.navigate", (out, order) -> {
            out.writeStartObject();
            out.writeStringField("url", url);
        });
    }

    /** What a script in the page comes to, which must be a text or a promise of one. */
    String ask(String script) throws IOException, InterruptedException {
        return tell("Runtime.evaluate", (out, order) -> {
            out.writeStartObject();
            out.writeStringField("expression", script);
            out.writeBooleanField("awaitPromise", true);
            out.writeBooleanField("returnByValue", true);
        });
    }

    /** @param parameters writes the beginning of an object */
    private String tell(String method, JsonWriter<Order> parameters) throws IOException, InterruptedException {
        Order order = new Order(++last, method, parameters);
        String message = new String(Json.write(order, ChromiumTab::writeOrder), UTF_8);
        socket.sendText(message, true).join();
        return await(order.id(), method).value();
    }

    private Said await(@Nullable Long order, String what) throws IOException, InterruptedException {
        for (int i = 0; i < MOST_ANSWERS; i++) {
            Said said = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (said == null) {
                throw new FleetFailure("Chromium did not do '" + what + "' in " + PATIENCE_SECONDS + " s");
            }
            if (said.wrong() != null) {
                throw new FleetFailure("Chromium can't do '" + what + "': " + said.wrong());
            }
            if (said.isOf(order)) {
                return said;
            }
        }
        throw new FleetFailure("Chromium says much, but does not do '" + what + "'");
    }

    /** From now on it writes down what its threads do. */
    void beginTrace() throws IOException, InterruptedException {
        tell("Tracing.start", (out, order) -> {
            out.writeStartObject();
            out.writeStringField("transferMode", "ReturnAsStream");
            out.writeObjectFieldStart("traceConfig");
            out.writeArrayFieldStart("includedCategories");
            out.writeString("toplevel");
            out.writeEndArray();
            out.writeEndObject();
        });
    }

    /** What it wrote down. */
    byte[] endTrace() throws IOException, InterruptedException {
        tell("Tracing.end", (out, order) -> out.writeStartObject());
        String stream = await(null, "Tracing.end").stream();
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        String piece;
        do {
            piece = tell("IO.read", (out, order) -> {
                out.writeStartObject();
                out.writeStringField("handle", stream);
                out.writeNumberField("size", PIECE);
            });
            whole.writeBytes(piece.getBytes(UTF_8));
        } while (!piece.isEmpty() && whole.size() < MOST_TRACE);
        return whole.toByteArray();
    }

    private static void writeOrder(JsonGenerator out, Order order) throws IOException {
        out.writeStartObject();
        out.writeNumberField("id", order.id());
        out.writeStringField("method", order.method());
        out.writeFieldName("params");
        order.parameters().write(out, order);
        out.writeEndObject();
        out.writeEndObject();
    }

    @Override
    public void close() throws IOException {
        socket.abort();
        try {
            http.send(
                    HttpRequest.newBuilder(URI.create(debugger + "/json/close/" + target))
                            .build(),
                    BodyHandlers.discarding());
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
