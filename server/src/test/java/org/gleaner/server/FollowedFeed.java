package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.gleaner.core.image.SeenChange;
import org.gleaner.protocol.json.FeedJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.message.FeedSnapshot;
import org.jspecify.annotations.Nullable;

/** A feed as a client reads it: event by event, waiting for each. */
final class FollowedFeed implements AutoCloseable {
    /** One event. */
    record Event(String name, String id, String data) {
        FeedSnapshot snapshot() throws IOException {
            return Json.read(data.getBytes(UTF_8), FeedJson::readSnapshot);
        }

        SeenChange change() throws IOException {
            return Json.read(data.getBytes(UTF_8), FeedJson::readChange);
        }
    }

    private final HttpResponse<InputStream> response;
    private final BufferedReader lines;

    private FollowedFeed(HttpResponse<InputStream> response) {
        this.response = response;
        this.lines = new BufferedReader(new InputStreamReader(response.body(), UTF_8));
    }

    static FollowedFeed open(HttpRequest request) throws Exception {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return new FollowedFeed(client.send(request, BodyHandlers.ofInputStream()));
    }

    static FollowedFeed open(TestServer server, String token, String query) throws Exception {
        return open(server.request("GET", "/api/v1/events" + query, token, null).build());
    }

    int status() {
        return response.statusCode();
    }

    String type() {
        return response.headers().firstValue("Content-Type").orElse("");
    }

    /** The next event; null: the feed has ended. */
    @Nullable
    Event next() throws IOException {
        String name = "";
        String id = "";
        String data = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("event: ")) {
                name = line.substring(7);
            } else if (line.startsWith("id: ")) {
                id = line.substring(4);
            } else if (line.startsWith("data: ")) {
                data = line.substring(6);
            } else if (line.isEmpty() && !name.isEmpty()) {
                return new Event(name, id, data);
            }
        }
        return null;
    }

    /** The next event, which must come. */
    Event event() throws IOException {
        Event next = next();
        if (next == null) {
            throw new AssertionError("the feed has ended");
        }
        return next;
    }

    @Override
    public void close() throws IOException {
        response.body().close();
    }
}
