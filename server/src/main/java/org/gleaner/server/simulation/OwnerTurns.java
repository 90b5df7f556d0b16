package org.gleaner.server.simulation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.gleaner.core.id.Owner;

/**
 * Whose turn it is among those that wait: that of the owner who has not had one for the longest time, so that nobody
 * can fill the line. To be guarded by whoever has it.
 */
public final class OwnerTurns {
    private final int most;
    /** Who had a turn lately, the last one at the end. */
    private final Set<Owner> served = new LinkedHashSet<>();

    /** @param most how many may wait at once: whoever was served longer ago goes first anyway */
    public OwnerTurns(int most) {
        this.most = most;
    }

    /** How many of them go before this one, as long as no others come. */
    public <T> int ahead(Collection<T> waiting, Function<T, Owner> owner, T one) {
        OwnerTurns trial = new OwnerTurns(most);
        trial.served.addAll(served);
        List<T> left = new ArrayList<>(waiting);
        int ahead = 0;
        for (Optional<T> next = trial.next(left, owner); next.isPresent(); next = trial.next(left, owner)) {
            if (next.get() == one) {
                return ahead;
            }
            left.remove(next.get());
            ahead++;
        }
        return ahead;
    }

    /** The next of them, who has had a turn with this; of one owner the first. */
    public <T> Optional<T> next(Collection<T> waiting, Function<T, Owner> owner) {
        List<Owner> order = List.copyOf(served);
        Optional<T> next = waiting.stream().min(Comparator.comparingInt(one -> order.indexOf(owner.apply(one))));
        next.ifPresent(one -> {
            served.remove(owner.apply(one));
            served.add(owner.apply(one));
            Iterator<Owner> oldest = served.iterator();
            if (served.size() > most) {
                oldest.next();
                oldest.remove();
            }
        });
        return next;
    }
}
