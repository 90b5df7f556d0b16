package org.gleaner.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The description of the HTTP interface for machines, OpenAPI 3.0.3. */
public final class OpenApi {
    private OpenApi() {}

    public static byte[] document() {
        try (InputStream in = OpenApi.class.getResourceAsStream("openapi.json")) {
            if (in == null) {
                throw new IllegalStateException("openapi.json is not in the program");
            }
            return in.readAllBytes();
        } catch (IOException damaged) {
            throw new UncheckedIOException("openapi.json can't be read from the program", damaged);
        }
    }
}
