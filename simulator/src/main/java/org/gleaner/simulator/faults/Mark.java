package org.gleaner.simulator.faults;

import java.util.Locale;

/** Things that a set of runs must have seen, or it has not tested what it claims to test. */
public enum Mark {
    CALL_DROPPED,
    REPLY_DROPPED,
    CONNECTION_CUT,
    MESSAGE_DUPLICATED,
    MESSAGE_LATE,
    PARTITION,
    ONE_WAY_PARTITION,
    SERVER_CRASH,
    CRASH_BEFORE_COMMIT,
    CRASH_AFTER_COMMIT,
    SERVER_PAUSE,
    TIME_SHIFT,
    SERVER_CLOCK_JUMP_AT_START,
    WRITE_REFUSED,
    WRITE_UNHEARD,
    READ_REFUSED,
    RELOAD,
    AGENT_DEATH,
    AGENT_RETURN,
    AGENT_RETURN_WITH_RESULTS,
    AGENT_RETURN_WIPED,
    AGENT_RETURN_FOREIGN,
    AGENT_RETURN_SMALLER,
    AGENT_STOP,
    AGENT_UPDATE,
    AGENT_FREEZE,
    AGENT_CLOCK_JUMP,
    AGENT_CONFUSED,
    OFFER_CHANGE,
    PERSON_CAME,
    SUSPENDED,
    SUSPENDED_KILLED,
    UPLOAD_FAILED,
    UPLOAD_IMPOSSIBLE,
    BLOB_LOST,
    RESULT_NOT_KEPT,
    PROCESS_KILLED,
    PARTIAL_KEPT,
    PARTIAL_TOO_LATE,
    LATE_SUCCESS,
    SUBMIT_AGAIN,
    BRAKE,
    STARTS_NOWHERE,
    FILES_REFRESHED_LISTED;

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
