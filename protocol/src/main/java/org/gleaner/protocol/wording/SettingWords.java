package org.gleaner.protocol.wording;

import org.gleaner.core.grid.Setting;
import org.gleaner.core.scheduling.Redundancies;

/** What each setting means, in one line. */
public final class SettingWords {
    private SettingWords() {}

    public static String meaning(Setting setting) {
        return switch (setting) {
            case STRATEGY -> "how work is chosen: " + String.join(", ", Setting.strategies());
            case REDUNDANCY ->
                "whether idle machines also run copies of running tasks: " + String.join(", ", Redundancies.names());
            case OBJECTIVE -> "objective of strategies survival and auto: auto, makespan, flow, deadline or balanced";
            case OBJECTIVES -> "objectives of owners for their own jobs, such as alice=flow,bob=makespan; or none";
            case ESTIMATOR -> "how forecasts estimate run times: hybrid, or a formula such as cpu";
            case FAIRLEVEL ->
                "0 to 1: mixed balances types while one has less than this fraction of the leader's share";
            case RND -> "the random part of strategy uptime: scaled to the types' run times, or paper";
            case FAIRNESS -> "whose turn it is: weighted (owners by their weights) or balanced (by the strategy)";
            case WEIGHTS -> "shares of the pool, such as alice=4,bob=2,alice/sim=1; all others have 1";
            case FAIRNESS_WINDOW -> "how much missed time an owner may catch up on; off: no limit";
            case LICENCES -> "licences that the whole pool shares, such as matlab=3,ansys=2; or none";
            case HALT -> "stop-all: starts (nothing new starts) or all (running tasks are stopped too)";
            case CALLS_PER_SECOND -> "calls per second of one user, with all their tokens; ten seconds' worth at once";
            case NODE_CALLS_PER_SECOND -> "calls per second of one machine; its syncs are counted separately";
            case JOINS_PER_MINUTE -> "machines that may join with one join token; a minute's worth at once";
            case MOST_NODES -> "most machines known at once; forgotten ones do not count";
            case STRANGERS_PER_MINUTE ->
                "calls per address without a valid token; ten times as many for paths that need no token";
            case LONG_CALL -> "how long a machine's sync is held open";
            case SUSPECT_AFTER -> "silence after which a machine is shown as suspect";
            case LOST_AFTER -> "silence after which a machine's attempts are lost";
            case KILL_GRACE -> "time between asking a process to end and killing it";
            case CHUNK_TIME -> "short tasks are handed out in chunks of about this much work";
            case CHUNK_TASKS -> "most tasks in one chunk";
            case COLLECT_TIME -> "how long new work is collected before waiting machines are offered it";
            case ELSEWHERE_TIME -> "how long a failed task waits for a machine other than the one it failed on";
            case REFUSAL_TIME -> "after a machine fails to start a task, how long it gets no similar tasks";
            case KEY_TIME -> "how long an idempotency key is remembered";
            case SEAL_AFTER -> "a growing job is sealed when nothing has been added to it for this long";
            case PROBLEM_HOSTS -> "most problem hosts that run beside the server at once, up to 16";
            case ARRAY_LIMIT -> "most tasks in one job";
            case INLINE_LIMIT -> "content up to this size is sent inside a commit";
            case WEBHOOKS -> "hosts that may be notified when a job ends, separated by commas; or off";
            case RETENTION_HISTORY -> "how long a closed job is remembered, or off";
            case RETENTION_STAYS -> "how long a machine's single stays are kept; after that only weekly sums; or off";
            case RETENTION_OUTPUTS -> "how long the files of a closed job are kept, or off";
            case BLOB_GRACE -> "how long content that no job names is kept";
            case QUOTA_OWNER -> "most bytes of files that one owner's jobs may keep, or off";
            case QUOTA_TOTAL -> "most bytes of files that all jobs together may keep, or off";
        };
    }
}
