package org.gleaner.server.webhook;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One POST to an address of a user: bounded in time, without redirects, its answer's body not read. Thread-safe. */
final class WebhookCall {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(10);

    /** What came of it. */
    enum Outcome {
        TOLD,
        TRY_AGAIN,
        REFUSED
    }

    /** Made at the first use: most servers never need it. Guarded by this. */
    private @Nullable HttpClient client;

    Outcome post(String address, byte[] json) throws InterruptedException {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                    .timeout(ANSWER)
                    .header("Content-Type", "application/json")
                    .header("User-Agent", "gleaner")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(json))
                    .build();
            HttpResponse<InputStream> response = client().send(request, HttpResponse.BodyHandlers.ofInputStream());
            response.body().close();
            return outcome(response.statusCode());
        } catch (IOException away) {
            return Outcome.TRY_AGAIN;
        } catch (IllegalArgumentException malformed) {
            return Outcome.REFUSED;
        }
    }

    private static Outcome outcome(int status) {
        if (status >= 200 && status < 300) {
            return Outcome.TOLD;
        }
        // Too early, too many, or trouble over there: later may be better. All else stays as it is.
        return status >= 500 || status == 408 || status == 425 || status == 429 ? Outcome.TRY_AGAIN : Outcome.REFUSED;
    }

    private synchronized HttpClient client() {
        HttpClient known = client;
        if (known == null) {
            known = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(CONNECT)
                    .build();
            client = known;
        }
        return known;
    }
}
