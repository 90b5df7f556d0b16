package org.gleaner.protocol.http;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;

/** Opens connections; the place where a certificate is pinned. */
@FunctionalInterface
public interface ConnectionOpener {
    HttpURLConnection open(URL url) throws IOException;
}
