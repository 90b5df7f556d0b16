package org.gleaner.core.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Portion;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.Owner;
import org.gleaner.core.placing.Roster;

/** Tells people how the pool is shared. */
record ShareQueries(Roster roster) {
    private static final int MOST_OWNERS = 100;
    private static final int MOST_TYPES = 50;

    /** Nobody reads so many, and to look at all of them would keep others waiting. */
    private static final int MOST_LOOKED_AT = 2_000;

    Reply shares(Caller caller) {
        List<Map.Entry<Owner, Portion>> seen = new ArrayList<>();
        Portion hidden = Portion.NONE;
        int others = 0;
        for (Map.Entry<Owner, Portion> one : roster.shares().ofOwners().entrySet()) {
            if (caller.mayTouch(one.getKey())) {
                seen.add(one);
            } else {
                hidden = hidden.plus(one.getValue());
                others++;
            }
        }
        seen.sort(Map.Entry.comparingByValue(mostFirst()));
        return new Reply.Shares(
                roster.settings().isWeighted(),
                seen.stream()
                        .limit(MOST_OWNERS)
                        .map(one -> of(one.getKey(), one.getValue()))
                        .toList(),
                others == 0 ? null : new Reply.OtherShares(others, hidden),
                seen.size() > MOST_OWNERS);
    }

    private static Comparator<Portion> mostFirst() {
        return Comparator.comparingDouble(Portion::given).reversed();
    }

    private Reply.OwnerShare of(Owner owner, Portion portion) {
        List<Reply.TypeShare> types = new ArrayList<>();
        int all = roster.shares().activeTypes(owner);
        if (all <= MOST_LOOKED_AT) {
            roster.shares().ofTypes(owner).forEach((type, part) -> types.add(new Reply.TypeShare(type.type(), part)));
        }
        types.sort(Comparator.comparing(Reply.TypeShare::portion, mostFirst()));
        List<Reply.TypeShare> shown = types.subList(0, Math.min(MOST_TYPES, types.size()));
        boolean weighed = roster.settings().weights().weighsTypesOf(owner);
        return new Reply.OwnerShare(owner, portion, weighed, shown, all > shown.size());
    }
}
