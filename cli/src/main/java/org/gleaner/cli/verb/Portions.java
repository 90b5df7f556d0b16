package org.gleaner.cli.verb;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.ChangeRequest;

/** Many jobs by their numbers, in as few calls as there are thousands of them. */
final class Portions {
    /** Less than this are told one by one. */
    private static final int FEW = 5;

    private Portions() {}

    /** Changes as many jobs as one call may name. */
    @FunctionalInterface
    interface Call {
        /**
         * @param refused whether some of an earlier portion were left
         * @return those that were changed
         */
        List<JobId> change(List<JobId> portion, boolean refused) throws CallFailed;
    }

    /** What is typed, if it is many numbers and nothing else; else none. */
    static List<JobId> numbers(List<String> selects) throws ClientFailure {
        List<JobId> ids = new ArrayList<>();
        for (String select : selects) {
            if (Chosen.selector(select) instanceof Selector.OneJob one) {
                ids.add(one.job());
            }
        }
        return ids.size() < FEW || ids.size() < selects.size() ? List.of() : ids;
    }

    static List<List<JobId>> of(List<JobId> ids) {
        List<List<JobId>> portions = new ArrayList<>();
        for (int from = 0; from < ids.size(); from += ChangeRequest.MOST) {
            portions.add(ids.subList(from, Math.min(ids.size(), from + ChangeRequest.MOST)));
        }
        return portions;
    }

    /** @return those that have to be told one by one, so that each refusal is heard */
    static List<JobId> left(List<JobId> ids, Call call) {
        List<JobId> left = new ArrayList<>();
        for (List<JobId> portion : of(ids)) {
            try {
                Set<JobId> done = new HashSet<>(call.change(portion, !left.isEmpty()));
                portion.stream().filter(id -> !done.contains(id)).forEach(left::add);
            } catch (CallFailed refused) {
                left.addAll(portion);
            }
        }
        return left;
    }
}
