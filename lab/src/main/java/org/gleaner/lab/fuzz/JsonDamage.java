package org.gleaner.lab.fuzz;

import java.util.ArrayList;
import java.util.List;

/** Spoils one thing in a message that was right. */
record JsonDamage(Dice dice) {
    private static final List<String> WRONG_KINDS = Dictionary.of("json values");
    private static final List<String> TEXTS = Dictionary.of("json texts");
    private static final int LONG_TEXT = 70_000;
    private static final int VERY_LONG_TEXT = 1 << 20;
    private static final int DEEP = 5_000;

    /** The same with one place spoilt. */
    Tree spoil(Tree tree) {
        return at(tree, dice.below(size(tree)));
    }

    private static int size(Tree tree) {
        return 1 + tree.parts().stream().mapToInt(JsonDamage::size).sum();
    }

    private Tree at(Tree tree, int place) {
        if (place == 0) {
            return spoilt(tree);
        }
        int left = place - 1;
        List<Tree> parts = new ArrayList<>(tree.parts());
        for (int i = 0; i < parts.size(); i++) {
            int size = size(parts.get(i));
            if (left < size) {
                parts.set(i, at(parts.get(i), left));
                return tree.with(parts);
            }
            left -= size;
        }
        throw new IllegalStateException("the tree is smaller than it was counted");
    }

    private Tree spoilt(Tree tree) {
        if (tree instanceof Tree.Members object && !dice.oneIn(4)) {
            return members(object);
        }
        if (tree instanceof Tree.Items list && !dice.oneIn(4)) {
            return items(list);
        }
        return switch (dice.below(10)) {
            case 0 -> new Tree.Text("x".repeat(LONG_TEXT));
            case 1 -> dice.oneIn(10) ? new Tree.Text("\u20ac".repeat(VERY_LONG_TEXT)) : new Tree.Text("y".repeat(300));
            case 2 -> new Tree.Verbatim("[".repeat(dice.oneIn(2) ? DEEP : 20));
            case 3, 4, 5 -> new Tree.Text(dice.of(TEXTS));
            default -> new Tree.Verbatim(dice.of(WRONG_KINDS));
        };
    }

    private Tree members(Tree.Members object) {
        List<Tree.Member> members = new ArrayList<>(object.members());
        int kind = members.isEmpty() ? 0 : dice.below(4);
        if (kind == 0) {
            members.add(new Tree.Member(dice.of(TEXTS), new Tree.Verbatim(dice.of(WRONG_KINDS))));
        } else if (kind == 1) {
            members.remove(dice.below(members.size()));
        } else if (kind == 2) {
            members.add(dice.of(object.members()));
        } else {
            int one = dice.below(members.size());
            members.add(new Tree.Member(members.get(one).name(), new Tree.Verbatim(dice.of(WRONG_KINDS))));
        }
        return new Tree.Members(members);
    }

    private Tree items(Tree.Items list) {
        List<Tree> items = new ArrayList<>(list.items());
        if (items.isEmpty() || dice.oneIn(3)) {
            items.add(new Tree.Verbatim(dice.of(WRONG_KINDS)));
        } else {
            Tree one = dice.of(list.items());
            int copies = dice.oneIn(20) ? 20_000 : 2;
            for (int i = 0; i < copies; i++) {
                items.add(one);
            }
        }
        return new Tree.Items(items);
    }
}
