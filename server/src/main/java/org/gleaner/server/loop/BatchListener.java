package org.gleaner.server.loop;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.JobId;
import org.gleaner.core.image.PoolImage;
import org.gleaner.core.step.BatchStep;

/** Told of every batch on the loop's thread, after it is durable and before its replies go out. Must not block. */
public interface BatchListener {
    void done(Batch batch);

    /**
     * @param tokens all that are valid, if the state was loaded anew by this batch
     * @param hosted jobs whose tasks are units of a problem, if the state was loaded anew by this batch
     * @param image of the pool, if one was made after this batch
     * @param writable false from a write that failed until they succeed, whatever can be read meanwhile
     */
    record Batch(
            BatchStep.Result result,
            Optional<Collection<Token>> tokens,
            Optional<List<JobId>> hosted,
            Optional<PoolImage> image,
            boolean writable,
            int commands,
            Duration took) {
        /** One that loaded no problems. */
        public Batch(
                BatchStep.Result result,
                Optional<Collection<Token>> tokens,
                Optional<PoolImage> image,
                boolean writable,
                int commands,
                Duration took) {
            this(result, tokens, Optional.empty(), image, writable, commands, took);
        }
    }
}
