package org.gleaner.core.grid;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.Counted;

/**
 * Says what goes before a job on nodes that both could use, whether these are busy or have room: by the order in which
 * {@link Placement} decides. Names nothing that belongs to others.
 */
final class WhoseTurn {
    /** How many groups of one owner are looked at for one that goes first, how many in all, and on how many places. */
    private static final int MOST_OF_OWNER = 1_000;

    private static final int MOST_GROUPS = 10_000;
    private static final int MOST_PLACES = 100;

    /**
     * Nodes on which somebody might go first.
     *
     * @param slots that are free, or at least as many as the job needs that is asked about: when these become free, a
     *     wider task still has no room, and goes before nobody
     */
    private record Place(Matches.NodeKind kind, int slots) {}

    private final GridState state;

    WhoseTurn(GridState state) {
        this.state = state;
    }

    private Stream<ReadyGroups.Group> groupsOf(Owner owner) {
        return state.groups.of(owner).values().stream().limit(MOST_OF_OWNER);
    }

    /** @param nodes those that fit the job and are given work */
    Optional<Reason> before(OpenJob job, int tasks, List<GridNode> nodes) {
        if (nodes.isEmpty()) {
            return Optional.empty();
        }
        int cores = job.spec().needs().cores();
        List<Place> places = nodes.stream()
                .map(node -> new Place(node.kind(), Math.max(node.free().slots(), cores)))
                .distinct()
                .limit(MOST_PLACES)
                .toList();
        Set<TypeKey> rivals = rivals(job, places);
        if (!rivals.contains(job.type())) {
            return Optional.of(unknownLength(job, tasks));
        }
        List<OpenJob> own = groupsOf(job.owner())
                .filter(group -> rivals.contains(group.key().type()) && fits(group, places))
                .map(WhoseTurn::first)
                .toList();
        return highest(job, own, tasks)
                .or(() -> state.settings.isWeighted() ? byShares(job, own, tasks, rivals) : Optional.empty())
                .or(() -> older(job, tasks));
    }

    /** The types of which something may run now on such nodes, this job's first; not what the limit keeps waiting. */
    private Set<TypeKey> rivals(OpenJob job, List<Place> places) {
        Set<TypeKey> all = new LinkedHashSet<>(List.of(job.type()));
        Set<Owner> owners = new LinkedHashSet<>(List.of(job.owner()));
        Stream.concat(Stream.of(job.owner()), state.groups.owners().stream())
                .distinct()
                .flatMap(this::groupsOf)
                .limit(MOST_GROUPS)
                .filter(group -> fits(group, places))
                .forEach(group -> {
                    all.add(group.key().type());
                    owners.add(group.key().type().owner());
                });
        return state.settings.isWeighted()
                ? new LinkedHashSet<>(state.shares.allowed(List.copyOf(all), owners, Function.identity()))
                : all;
    }

    private static boolean fits(ReadyGroups.Group group, List<Place> places) {
        ReadyGroups.Key key = group.key();
        int cores = key.wanted().needs().cores();
        return places.stream()
                .anyMatch(place -> cores <= place.slots()
                        && place.kind().fits(key.wanted(), key.type().type()));
    }

    /** The job of a group that goes before the others of it. */
    private static OpenJob first(ReadyGroups.Group group) {
        TreeMap<ReadyGroups.Rank, OpenJob> all = new TreeMap<>();
        for (TreeMap<ReadyGroups.Rank, OpenJob> some : List.of(group.fresh(), group.returned())) {
            if (!some.isEmpty()) {
                all.put(some.firstKey(), some.firstEntry().getValue());
            }
        }
        return all.firstEntry().getValue();
    }

    private static Optional<Reason> highest(OpenJob job, List<OpenJob> own, int tasks) {
        int mine = job.spec().turn().priority();
        OpenJob found = null;
        int highest = mine;
        for (OpenJob other : own) {
            int theirs = other.spec().turn().priority();
            if (theirs > highest) {
                highest = theirs;
                found = other;
            }
        }
        return found == null
                ? Optional.empty()
                : Optional.of(new Reason(
                        job.id(),
                        Kind.BEHIND_OWN_JOB,
                        tasks,
                        "your job " + found.id() + " goes first (priority " + highest + ", this one " + mine + ")",
                        "'gleaner set " + job.id() + " priority=" + highest + "' puts them side by side."));
    }

    private Optional<Reason> byShares(OpenJob job, List<OpenJob> own, int tasks, Set<TypeKey> rivals) {
        List<Owner> owners = rivals.stream().map(TypeKey::owner).distinct().toList();
        return state.shares.next(owners).equals(job.owner())
                ? ofOwn(job, own, tasks)
                : Optional.of(new Reason(
                        job.id(),
                        Kind.WAITING_FOR_TURN,
                        tasks,
                        "another owner goes first, who has had less of the pool by weight than you",
                        ""));
    }

    private Reason unknownLength(OpenJob job, int tasks) {
        return new Reason(
                job.id(),
                Kind.WAITING_FOR_TURN,
                tasks,
                "nobody knows yet how long tasks of type " + job.spec().type() + " take; while others wait, tasks of"
                        + " unknown length get your part of the pool at most ("
                        + Counted.of(state.shares.fullAt(job.owner()), "slot") + ")",
                "This ends by itself when the first task of the type is done.");
    }

    /** By the weights of the owner's jobs and types. */
    private Optional<Reason> ofOwn(OpenJob job, List<OpenJob> own, int tasks) {
        int mine = job.spec().turn().priority();
        List<OpenJob> rivals =
                own.stream().filter(one -> one.spec().turn().priority() == mine).toList();
        Optional<JobShares.Turn> turn = state.shares.turnOfJobs(
                job.owner(), rivals.stream().map(OpenJob::id).toList());
        if (turn.isPresent() && !state.shares.isOf(job.owner(), turn.get(), job.id())) {
            return Optional.of(behind(
                    job,
                    tasks,
                    byWeight(job, turn.get()),
                    "'gleaner set " + job.id() + " weight=N' gives it another part."));
        }
        Optional<TypeKey> type = state.shares.turnOfTypes(
                job.owner(), rivals.stream().map(OpenJob::type).distinct().toList());
        return type.filter(next -> !next.equals(job.type()))
                .map(next -> behind(
                        job,
                        tasks,
                        "your type " + next.type() + " goes first by the weights of your types",
                        "An admin changes them with 'gleaner config set weights'."));
    }

    /** Jobs of weight 1 are counted together: this one may have had nothing, and the others of them much. */
    private String byWeight(OpenJob job, JobShares.Turn turn) {
        String usual = "your jobs of weight 1";
        boolean even = state.shares.isEven(job.owner(), turn, job.id());
        String mine = job.isWeighed() ? "this one (weight " + job.spec().turn().weight() + ")" : usual + " together";
        return turn.job()
                .map(first -> "your job " + first + " goes first: for its weight it has had "
                        + (even ? "no more than " : "less than ") + mine)
                .orElseGet(() -> usual + " go first: for their weight they have had together "
                        + (even ? "no more than " : "less than ") + mine);
    }

    /** Jobs that are alike follow each other. */
    private Optional<Reason> older(OpenJob job, int tasks) {
        ReadyGroups.Group group = state.groups.of(job.owner()).get(ReadyGroups.Key.of(job));
        OpenJob first = group == null ? job : first(group);
        return group == null || first == job || group.returned().containsValue(job)
                ? Optional.empty()
                : Optional.of(behind(
                        job,
                        tasks,
                        "your job " + first.id() + " goes first (of the same type, and older)",
                        "'gleaner set " + job.id() + " priority=N' puts this one first, with N above "
                                + first.spec().turn().priority() + "."));
    }

    private static Reason behind(OpenJob job, int tasks, String detail, String remedy) {
        return new Reason(job.id(), Kind.BEHIND_OWN_JOB, tasks, detail, remedy);
    }
}
