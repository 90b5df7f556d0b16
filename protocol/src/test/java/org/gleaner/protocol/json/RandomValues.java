package org.gleaner.protocol.json;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.node.Capacity;
import org.gleaner.protocol.message.Content;
import org.jspecify.annotations.Nullable;

/** What messages are made of, as a seed has it, strange texts and all. */
final class RandomValues {
    private static final String STRANGE = "aZ09 ._-{}#$\"\\/<>&'äß€漢\uD83D\uDE00";

    private final Random random;

    RandomValues(long seed) {
        random = new Random(seed);
    }

    Random random() {
        return random;
    }

    RuntimeVersion runtime() {
        return random.nextBoolean()
                ? new RuntimeVersion("r-base", "")
                : new RuntimeVersion("python", "3." + random.nextInt(20));
    }

    Entry entry() {
        return new Entry(text(), list(this::input));
    }

    InputFile input() {
        return new InputFile(path(), hash(), amount(), random.nextBoolean());
    }

    ResultFile result() {
        return random.nextBoolean()
                ? new ResultFile(path(), hash(), amount(), random.nextBoolean(), null)
                : Content.inline(path(), text().getBytes(StandardCharsets.UTF_8), random.nextBoolean());
    }

    AttemptReport.Usage usage() {
        return new AttemptReport.Usage(duration(), duration(), size());
    }

    Capacity capacity() {
        return new Capacity(count(), size(), size());
    }

    AttemptId attempt() {
        return AttemptId.of(1 + amount() % 1_000_000_000_000L, positive(), positive());
    }

    JobId job() {
        return new JobId(1 + amount() % (1L << 60));
    }

    NodeId node() {
        return new NodeId(1 + amount() % (1L << 60));
    }

    Owner owner() {
        return new Owner("u" + count() % 1000 + "@lab-1.org");
    }

    BlobHash hash() {
        byte[] bytes = new byte[8];
        random.nextBytes(bytes);
        return Content.hash(bytes);
    }

    String path() {
        return "dir " + count() % 10 + "/f" + name().replaceAll("[/\\\\:]", "") + ".csv";
    }

    String name() {
        return "n" + text();
    }

    String text() {
        int length = random.nextInt(12);
        StringBuilder text = new StringBuilder();
        int[] points = STRANGE.codePoints().toArray();
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }

    Instant instant() {
        return Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L));
    }

    Duration duration() {
        return random.nextInt(4) == 0 ? Duration.ZERO : Duration.ofMillis(random.nextLong(1L << 40));
    }

    Amounts amounts() {
        return random.nextBoolean() ? Amounts.NONE : Amounts.parse(List.of("gpu=" + (1 + random.nextInt(8)), "m_1=3"));
    }

    MemorySize size() {
        return new MemorySize(amount());
    }

    long amount() {
        return random.nextInt(4) == 0 ? 0 : random.nextLong(Long.MAX_VALUE);
    }

    int positive() {
        return 1 + random.nextInt(999_999_999);
    }

    int count() {
        return random.nextInt(4) == 0 ? 0 : random.nextInt(1_000_000_000);
    }

    <T> T one(T[] values) {
        return values[random.nextInt(values.length)];
    }

    <T> @Nullable T maybe(Supplier<T> value) {
        return random.nextBoolean() ? null : value.get();
    }

    <T> List<T> list(Supplier<T> element) {
        List<T> list = new ArrayList<>();
        int size = random.nextInt(5);
        for (int i = 0; i < size; i++) {
            list.add(element.get());
        }
        return list;
    }
}
