package org.gleaner.core.grid;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.id.TypeKey;

/**
 * What somebody who looks ahead takes for granted beside what is stored. A grid that is only supposed learns nothing of
 * types: how long its tasks take was drawn from what is believed of them, and would only be believed the more.
 *
 * @param lots jobs each of whose tasks stands for so many
 * @param ran how long tasks had run at least when they were lost, in minutes normalised by speed
 * @param longer how many times as long as is believed tasks of a type turn out to take: that would be learnt soon
 * @param served how those who share the pool stand; its jobs are those of this grid
 */
public record Supposition(
        Map<JobId, Integer> lots, Map<TaskId, Double> ran, Map<TypeKey, Double> longer, Served served) {
    public Supposition {
        lots = Collections.unmodifiableMap(new HashMap<>(lots));
        ran = Collections.unmodifiableMap(new HashMap<>(ran));
        longer = Collections.unmodifiableMap(new HashMap<>(longer));
    }

    public Supposition withLonger(Map<TypeKey, Double> types) {
        return new Supposition(lots, ran, types, served);
    }
}
