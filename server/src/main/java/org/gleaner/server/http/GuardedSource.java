package org.gleaner.server.http;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/** Content that ends, broken, at the first piece after its reader's token was revoked. */
record GuardedSource(Content.Source content, BooleanSupplier known) implements Content.Source {
    @Override
    public Content.@Nullable Chunk read() {
        if (!known.getAsBoolean()) {
            content.fail(new IOException("the token was revoked"));
        }
        return content.read();
    }

    @Override
    public void demand(Runnable demandCallback) {
        content.demand(demandCallback);
    }

    @Override
    public void fail(Throwable failure) {
        content.fail(failure);
    }
}
