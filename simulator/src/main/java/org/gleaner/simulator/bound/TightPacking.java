package org.gleaner.simulator.bound;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.simulator.scenario.TrialMachine;
import org.jspecify.annotations.Nullable;

/**
 * Puts tasks into up-windows, from the back of each window to its front: the latest arrivals first, of these the
 * longest first, each into the window whose room is the least that suffices. Room is counted in work, so that windows
 * of fast and slow machines compare. Used once.
 */
final class TightPacking {
    private final Gaps gaps = new Gaps();
    private final List<Gap> byEnd = new ArrayList<>();
    private int entered;

    /** Tasks that arrive together. */
    static final class Arrivals {
        private final long at;
        private final long[] works;

        /** @param works ascending; kept as it is */
        Arrivals(long at, long[] works) {
            this.at = at;
            this.works = works;
        }
    }

    record Window(TrialMachine machine, long start, long end) {}

    /** Is told where each task went. */
    interface Placements {
        void placed(TrialMachine machine, long start, long work, long arrived);
    }

    /** @param windows those that begin before the end; what is later of them is cut off */
    TightPacking(List<Window> windows, long end) {
        for (Window window : windows) {
            if (window.start() < end) {
                byEnd.add(new Gap(byEnd.size(), window, Math.min(end, window.end())));
            }
        }
        byEnd.sort(Comparator.comparingLong((Gap gap) -> -gap.end).thenComparingInt(gap -> gap.number));
    }

    /** @param latestFirst all the work, in groups of descending time of arrival */
    boolean succeeds(List<Arrivals> latestFirst, Placements placements) {
        for (Arrivals group : latestFirst) {
            while (entered < byEnd.size() && byEnd.get(entered).end > group.at) {
                gaps.enter(byEnd.get(entered++));
            }
            gaps.goBackTo(group.at);
            long[] works = group.works;
            for (int i = works.length - 1; i >= 0; i--) {
                Gap gap = gaps.takeTightest(works[i]);
                if (gap == null) {
                    return false;
                }
                gap.end -= gap.machine().millisFor(works[i]);
                placements.placed(gap.machine(), gap.end, works[i], group.at);
                gaps.putBack(gap);
            }
        }
        return true;
    }

    /** What is left of a window; its end moves to the front. */
    private static final class Gap {
        private final int number;
        private final Window window;
        private long end;
        /** Where the part begins that may be used now: no task starts before it has arrived. */
        private long from;

        Gap(int number, Window window, long end) {
            this.number = number;
            this.window = window;
            this.end = end;
        }

        TrialMachine machine() {
            return window.machine();
        }

        boolean isWhole() {
            return from == window.start();
        }

        /** The largest work that is done here in time. */
        long room() {
            if (end <= from) {
                return 0;
            }
            long room = (long) ((end - from) * machine().speed());
            // The product is rounded, and must not promise a millisecond too much.
            return machine().millisFor(room) <= end - from ? room : room - 1;
        }
    }

    /**
     * Gaps by their room. One that began before the present moment of arrival grows as that moment goes back, so it is
     * kept apart until its front is reached; there are at most as many of these as machines.
     */
    private static final class Gaps {
        private record Key(long room, int number) {}

        private final TreeMap<Key, Gap> settled =
                new TreeMap<>(Comparator.comparingLong(Key::room).thenComparingInt(Key::number));
        private final List<Gap> growing = new ArrayList<>();

        void enter(Gap gap) {
            growing.add(gap);
        }

        void goBackTo(long moment) {
            growing.forEach(gap -> gap.from = Math.max(moment, gap.window.start()));
            growing.stream().filter(Gap::isWhole).forEach(this::putBack);
            growing.removeIf(Gap::isWhole);
        }

        @Nullable
        Gap takeTightest(long work) {
            Map.Entry<Key, Gap> entry = settled.ceilingEntry(new Key(work, -1));
            long least = entry == null ? Long.MAX_VALUE : entry.getKey().room();
            Gap best = null;
            for (Gap gap : growing) {
                long room = gap.room();
                if (room >= work && room < least) {
                    least = room;
                    best = gap;
                }
            }
            if (best == null && entry != null) {
                settled.remove(entry.getKey());
                return entry.getValue();
            }
            return best;
        }

        void putBack(Gap gap) {
            if (gap.isWhole() && gap.end > gap.from) {
                settled.put(new Key(gap.room(), gap.number), gap);
            }
        }
    }
}
