package org.gleaner.server.tls;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A key or certificate is not what it should be; says what to do next. */
public final class TlsUnusable extends IOException {
    private static final long serialVersionUID = 1L;

    private final String next;

    TlsUnusable(String message, String next, @Nullable Throwable cause) {
        super(message, cause);
        this.next = next;
    }

    public String next() {
        return next;
    }
}
