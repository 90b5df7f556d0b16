package org.gleaner.core.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.Machines;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.job.Spelling;
import org.jspecify.annotations.Nullable;

/** Whether a node could ever run tasks of a job, and if not, why: the one home of this rule. */
public final class Match {
    /** Begins the tag with which a node says that it has a directory that others share. */
    public static final String MOUNT = "mount=";

    private Match() {}

    /** Whether the node takes jobs of this type at all. */
    public static boolean takes(Abilities abilities, String type) {
        return abilities.types().isEmpty() || abilities.types().contains(type);
    }

    /** Whether a node like this has all that is demanded, whatever the type. */
    public static boolean fits(Demand demand, NodeFacts facts, Capacity capacity) {
        return mismatches(demand, facts, capacity).isEmpty();
    }

    /** All that keeps a node like this from a job's tasks, in the order of the kinds. */
    public static List<Mismatch> mismatches(String type, Demand demand, NodeFacts facts, Capacity capacity) {
        List<Mismatch> found = new ArrayList<>();
        if (!takes(facts.abilities(), type)) {
            found.add(new Mismatch(
                    Mismatch.Kind.TYPE,
                    type,
                    String.join(", ", facts.abilities().types())));
        }
        found.addAll(mismatches(demand, facts, capacity));
        return found;
    }

    /**
     * Whether an owner means this very node, by who it is and how fast it is.
     *
     * @param names whether this is the name of any node
     */
    public static boolean isMeant(Machines wanted, NodeId id, NodeFacts facts, double speed, Predicate<String> names) {
        return wanted.equals(Machines.ANY)
                || unmeant(wanted, id, facts, speed, names).isEmpty();
    }

    /**
     * What keeps this very node from a job, beside what keeps all nodes like it from it.
     *
     * @param names whether this is the name of any node
     */
    public static List<Mismatch> unmeant(
            Machines wanted, NodeId id, NodeFacts facts, double speed, Predicate<String> names) {
        List<Mismatch> found = new ArrayList<>();
        if (!wanted.on().isEmpty() && wanted.on().stream().noneMatch(word -> isCalled(word, id, facts, names))) {
            found.add(new Mismatch(Mismatch.Kind.NODE, String.join(" or ", wanted.on()), ""));
        }
        if (wanted.notOn().stream().anyMatch(word -> isCalled(word, id, facts, names))) {
            found.add(new Mismatch(Mismatch.Kind.EXCLUDED, "not on " + String.join(" or ", wanted.notOn()), ""));
        }
        Double least = wanted.minSpeed();
        if (least != null && speed < least) {
            found.add(new Mismatch(Mismatch.Kind.SPEED, least.toString(), String.format(Locale.ROOT, "%.2f", speed)));
        }
        return found;
    }

    /** How many there are of it for tasks on this node: what the pool has is no node's, whatever nodes say. */
    public static int all(String name, Amounts ofPool, NodeFacts facts) {
        return (ofPool.names(name) ? ofPool : facts.abilities().provides()).of(name);
    }

    /** Of what there is less in all than a task uses at once. */
    public static List<Mismatch> unprovided(Amounts uses, Amounts ofPool, NodeFacts facts) {
        List<Mismatch> found = new ArrayList<>();
        for (Map.Entry<String, Integer> use : uses.counts().entrySet()) {
            int all = all(use.getKey(), ofPool, facts);
            if (use.getValue() > all) {
                boolean licence = ofPool.names(use.getKey());
                String has = all == 0 && !licence ? "" : Integer.toString(all);
                Mismatch.Kind kind = licence ? Mismatch.Kind.LICENCE : Mismatch.Kind.USE;
                found.add(new Mismatch(kind, use.getValue() + " " + use.getKey(), has));
            }
        }
        return found;
    }

    /**
     * Whether this word is the node's id, name or tag. Agents choose their tags, so one that is the id or name of
     * another node does not count: nobody gets work that is meant for that one.
     *
     * @param names whether this is the name of any node
     */
    public static boolean isCalled(String word, NodeId id, NodeFacts facts, Predicate<String> names) {
        if (NodeId.isWritten(word)) {
            return NodeId.parse(word).equals(id);
        }
        return facts.name().equals(word) || (facts.abilities().tags().contains(word) && !names.test(word));
    }

    private static List<Mismatch> mismatches(Demand demand, NodeFacts facts, Capacity capacity) {
        List<Mismatch> found = new ArrayList<>();
        Platform platform = demand.needs().platform();
        Abilities abilities = facts.abilities();
        word(found, Mismatch.Kind.OS, platform.os(), Spelling.os(facts.os()));
        word(found, Mismatch.Kind.ARCH, platform.arch(), Spelling.arch(facts.arch()));
        for (RuntimeVersion need : platform.runtimes()) {
            if (abilities.runtimes().stream().noneMatch(one -> one.satisfies(need))) {
                found.add(new Mismatch(Mismatch.Kind.RUNTIME, need.toString(), versions(abilities, need.name())));
            }
        }
        for (String tag : platform.tags()) {
            if (!abilities.tags().contains(tag)) {
                found.add(new Mismatch(Mismatch.Kind.TAG, tag, ""));
            }
        }
        String directory = demand.directory();
        if (directory != null && abilities.tags().stream().noneMatch(tag -> holds(tag, directory))) {
            found.add(new Mismatch(Mismatch.Kind.MOUNT, directory, ""));
        }
        if (platform.sandbox() && !facts.isConfined()) {
            found.add(new Mismatch(Mismatch.Kind.SANDBOX, Abilities.SANDBOX, ""));
        }
        if (demand.manyFiles() && !facts.takesManyFiles()) {
            found.add(new Mismatch(Mismatch.Kind.AGENT, "0.2", facts.version()));
        }
        room(found, demand.needs(), capacity);
        return found;
    }

    private static void word(List<Mismatch> found, Mismatch.Kind kind, @Nullable String need, @Nullable String has) {
        if (need != null && !need.equals(has)) {
            found.add(new Mismatch(kind, need, Objects.requireNonNullElse(has, "")));
        }
    }

    private static String versions(Abilities abilities, String name) {
        return String.join(
                ", ",
                abilities.runtimes().stream()
                        .filter(one -> one.name().equals(name))
                        .map(RuntimeVersion::toString)
                        .toList());
    }

    /** Whether this tag names the directory or one above it. */
    private static boolean holds(String tag, String directory) {
        if (!tag.startsWith(MOUNT + "/")) {
            return false;
        }
        String mount = tag.substring(MOUNT.length());
        return directory.equals(mount) || directory.startsWith(mount.endsWith("/") ? mount : mount + "/");
    }

    private static void room(List<Mismatch> found, Requirements needs, Capacity capacity) {
        if (needs.cores() > capacity.slots()) {
            found.add(new Mismatch(
                    Mismatch.Kind.CORES, Integer.toString(needs.cores()), Integer.toString(capacity.slots())));
        }
        MemorySize memory = needs.memory();
        if (memory != null && memory.compareTo(capacity.memory()) > 0) {
            found.add(new Mismatch(
                    Mismatch.Kind.MEMORY, memory.toString(), capacity.memory().toString()));
        }
        MemorySize disk = needs.disk();
        if (disk != null && disk.compareTo(capacity.disk()) > 0) {
            found.add(new Mismatch(
                    Mismatch.Kind.DISK, disk.toString(), capacity.disk().toString()));
        }
    }
}
