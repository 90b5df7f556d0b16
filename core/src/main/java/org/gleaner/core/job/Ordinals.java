package org.gleaner.core.job;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** A set of task ordinals as ascending, disjoint ranges: a million tasks in a row cost as much as one. */
public record Ordinals(List<Span> spans) {
    /** Both ends included. */
    public record Span(int first, int last) {
        public Span {
            if (first < 1 || last < first) {
                throw new IllegalArgumentException("not a span of ordinals: " + first + "-" + last);
            }
        }
    }

    public Ordinals {
        spans = List.copyOf(spans);
        for (int i = 1; i < spans.size(); i++) {
            if (spans.get(i).first() <= spans.get(i - 1).last()) {
                throw new IllegalArgumentException("spans must ascend and not overlap: " + spans);
            }
        }
    }

    public static Ordinals one(int ordinal) {
        return range(ordinal, ordinal);
    }

    /** Both ends included; none if the last comes just before the first. */
    public static Ordinals range(int first, int last) {
        if (first >= 1 && last == first - 1) {
            return new Ordinals(List.of());
        }
        return new Ordinals(List.of(new Span(first, last)));
    }

    public static Ordinals of(BitSet bits) {
        List<Span> spans = new ArrayList<>();
        for (int first = bits.nextSetBit(0); first >= 0; ) {
            int end = bits.nextClearBit(first);
            spans.add(new Span(first, end - 1));
            first = bits.nextSetBit(end);
        }
        return new Ordinals(spans);
    }

    public BitSet toBits() {
        BitSet bits = new BitSet();
        for (Span span : spans) {
            bits.set(span.first(), span.last() + 1);
        }
        return bits;
    }

    /** The highest of them; 0 if there is none. */
    public int last() {
        return spans.isEmpty() ? 0 : spans.get(spans.size() - 1).last();
    }

    public boolean isEmpty() {
        return spans.isEmpty();
    }

    public boolean contains(int ordinal) {
        return spans.stream().anyMatch(span -> span.first() <= ordinal && ordinal <= span.last());
    }

    /** Whether an ordinal is in both. */
    public boolean meets(Ordinals other) {
        return spans.stream()
                .anyMatch(span -> other.spans.stream()
                        .anyMatch(that -> span.first() <= that.last() && that.first() <= span.last()));
    }

    public int count() {
        return spans.stream().mapToInt(span -> span.last() - span.first() + 1).sum();
    }
}
