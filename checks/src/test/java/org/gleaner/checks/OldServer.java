package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** What a server of 0.1.0 left, with its users' tokens and all that it said of its state before it was killed. */
record OldServer(Path place) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** What is as old as the last look, or was measured anew since. */
    private static final Set<String> PASSING = Set.of(
            "connected",
            "contact",
            "silenceMs",
            "chance2h",
            "usedDay",
            "workMs",
            "tenthMs",
            "nineTenthsMs",
            "peakBytes");

    /** Unpacks both directories, of SQLite and of PostgreSQL. */
    static OldServer unpack(Path place) throws IOException {
        for (String name : List.of("sqlite.zip", "postgres.zip")) {
            try (InputStream in = resource(name);
                    ZipInputStream zip = new ZipInputStream(in)) {
                for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                    Path target = place.resolve(entry.getName());
                    if (entry.isDirectory()) {
                        Files.createDirectories(target);
                    } else {
                        Files.createDirectories(target.getParent());
                        Files.copy(zip, target);
                    }
                }
            }
        }
        return new OldServer(place);
    }

    static InputStream resource(String name) {
        InputStream found = OldServer.class.getResourceAsStream("/0.1.0/" + name);
        if (found == null) {
            throw new IllegalStateException("there is no /0.1.0/" + name + "; checks/fixtures/make makes it");
        }
        return found;
    }

    String token(String user) throws IOException {
        return Files.readString(place.resolve("tokens").resolve(user), UTF_8).strip();
    }

    JsonNode said(String name) throws IOException {
        return JSON.readTree(place.resolve("said/" + name + ".json").toFile());
    }

    static JsonNode ask(String url, String path, String token) throws IOException, InterruptedException {
        return JSON.readTree(get(url, path, token).body());
    }

    int status(String url, String path, String user) throws IOException, InterruptedException {
        return get(url, path, token(user)).statusCode();
    }

    private static HttpResponse<String> get(String url, String path, String token)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/api/v1" + path))
                .header("Authorization", "Bearer " + token)
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Each value that was said and is not found at its place; names may have been added since. */
    List<String> missing(JsonNode said, JsonNode now) {
        List<String> missing = new ArrayList<>();
        compare("", said, now, missing);
        return missing;
    }

    private static void compare(String at, JsonNode said, JsonNode now, List<String> missing) {
        if (said.isObject() && now.isObject()) {
            for (Map.Entry<String, JsonNode> one : said.properties()) {
                JsonNode found = now.get(one.getKey());
                boolean passes = PASSING.contains(one.getKey())
                        || (at.startsWith("/nodes/") && one.getKey().equals("state"));
                if (!passes && found == null) {
                    missing.add(at + "/" + one.getKey() + ": " + one.getValue());
                } else if (!passes) {
                    compare(at + "/" + one.getKey(), one.getValue(), found, missing);
                }
            }
        } else if (said.isArray() && now.isArray() && said.size() == now.size()) {
            for (int i = 0; i < said.size(); i++) {
                compare(at + "/" + i, said.get(i), now.get(i), missing);
            }
        } else if (!said.equals(now)) {
            missing.add(at + ": " + said + ", now " + now);
        }
    }
}
