package org.gleaner.protocol.problem;

import org.gleaner.core.grid.Rejection;
import org.gleaner.core.id.BlobHash;

/** Turns the core's refusals into problems: the one place where a refusal meets HTTP. */
public final class ProblemMapper {
    /** As many missing blobs as one problem names; the rest is named when these have come. */
    public static final int MOST_HASHES = 10_000;

    private ProblemMapper() {}

    public static Problem problem(Rejection why) {
        if (why instanceof Rejection.TooManyClosed) {
            return ShellProblems.contradiction("select", why.sentence());
        }
        ProblemKind kind = ProblemKind.of(why.code());
        if (kind == null) {
            throw new IllegalStateException("the rejection '" + why.code() + "' has no kind of problem");
        }
        return withFields(Problem.of(kind, why.sentence(), why.remedy()), why);
    }

    /** Adds the rejection's own fields. */
    private static Problem withFields(Problem problem, Rejection why) {
        if (why instanceof Rejection.UnknownJob it) {
            return problem.with("job", it.job().value());
        }
        if (why instanceof Rejection.QuotaExceeded it) {
            return amounts(problem, it.whose(), it.used(), it.asked(), it.limit());
        }
        if (why instanceof Rejection.TooMuchOpen it) {
            return amounts(problem, it.whose(), it.used(), it.asked(), it.limit());
        }
        if (why instanceof Rejection.TooManyOpen it) {
            return problem.with("whose", it.whose()).with("open", it.open()).with("limit", it.limit());
        }
        if (why instanceof Rejection.UnknownTask it) {
            return problem.with("job", it.job().value()).with("tasks", it.tasks());
        }
        if (why instanceof Rejection.InvalidSpec it) {
            return problem.with("violations", it.violations());
        }
        if (why instanceof Rejection.MissingBlobs it) {
            return problem.with(
                    "hashes",
                    it.hashes().stream().limit(MOST_HASHES).map(BlobHash::hex).toList());
        }
        if (why instanceof Rejection.UnknownPredecessor it) {
            return problem.with("job", it.job().value());
        }
        return withOtherFields(problem, why);
    }

    /** Of refusals that are about what was asked, and not about a thing that was named. */
    private static Problem withOtherFields(Problem problem, Rejection why) {
        if (why instanceof Rejection.KeyReused it) {
            return problem.with("key", it.key());
        }
        if (why instanceof Rejection.NothingSelected it) {
            return problem.with("verb", it.verb());
        }
        if (why instanceof Rejection.IllegalTransition it) {
            return problem.with("job", it.job().value()).with("verb", it.verb()).with("why", it.why());
        }
        if (why instanceof Rejection.NotAllowed it) {
            return problem.with("what", it.what());
        }
        if (why instanceof Rejection.InvalidSetting it) {
            return problem.with("name", it.name()).with("why", it.why());
        }
        return withFieldsOfMembers(problem, why);
    }

    /** The same of those that are about nodes, users and tokens. */
    private static Problem withFieldsOfMembers(Problem problem, Rejection why) {
        if (why instanceof Rejection.UnknownNode it) {
            return problem.with("node", it.node().value());
        }
        if (why instanceof Rejection.NodeConnected it) {
            return problem.with("node", it.node().value());
        }
        if (why instanceof Rejection.DuplicateIdentity it) {
            return problem.with("node", it.node().value());
        }
        if (why instanceof Rejection.JoinRefused it) {
            return problem.with("why", it.why());
        }
        if (why instanceof Rejection.UnknownUser it) {
            return problem.with("user", it.user().name());
        }
        if (why instanceof Rejection.NameInUse it) {
            return problem.with("user", it.user().name());
        }
        if (why instanceof Rejection.StaleIncarnation it) {
            return problem.with("node", it.node().value())
                    .with("presented", it.presented())
                    .with("current", it.current());
        }
        if (why instanceof Rejection.InvalidToken it) {
            return problem.with("why", it.why());
        }
        throw new IllegalStateException("the rejection '" + why.code() + "' has no fields listed");
    }

    /** How much somebody has, would add and may have, in bytes. */
    private static Problem amounts(Problem problem, String whose, long used, long asked, long limit) {
        return problem.with("whose", whose)
                .with("used", used)
                .with("asked", asked)
                .with("limit", limit);
    }
}
