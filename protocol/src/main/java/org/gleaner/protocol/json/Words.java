package org.gleaner.protocol.json;

import java.util.LinkedHashMap;
import java.util.Map;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.node.Contact;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.Mismatch;
import org.jspecify.annotations.Nullable;

/** The words under which enums travel, each computed once. */
public final class Words {
    static final Map<String, Outcome> OUTCOMES = new LinkedHashMap<>();
    static final Map<String, TaskState> STATES = new LinkedHashMap<>();
    static final Map<String, Held.State> HELD = new LinkedHashMap<>();
    static final Map<String, CommitAnswer.Verdict> VERDICTS = new LinkedHashMap<>();
    static final Map<String, Reason.Kind> REASONS = new LinkedHashMap<>();
    static final Map<String, Mismatch.Kind> MISMATCHES = new LinkedHashMap<>();
    static final Map<String, Contact> CONTACTS = new LinkedHashMap<>();
    static final Map<String, Duty> DUTIES = new LinkedHashMap<>();
    static final Map<String, Role> ROLES = new LinkedHashMap<>();
    static final Map<String, Verb> VERBS = new LinkedHashMap<>();
    static final Map<String, Predecessor.When> ENDS = new LinkedHashMap<>();

    static {
        for (Outcome one : Outcome.values()) {
            OUTCOMES.put(one.word(), one);
        }
        for (TaskState one : TaskState.ALL) {
            STATES.put(one.word(), one);
        }
        for (Held.State one : Held.State.values()) {
            HELD.put(one.word(), one);
        }
        for (CommitAnswer.Verdict one : CommitAnswer.Verdict.values()) {
            VERDICTS.put(one.word(), one);
        }
        for (Reason.Kind one : Reason.Kind.values()) {
            REASONS.put(one.word(), one);
        }
        for (Mismatch.Kind one : Mismatch.Kind.values()) {
            MISMATCHES.put(one.word(), one);
        }
        for (Contact one : Contact.values()) {
            CONTACTS.put(one.word(), one);
        }
        for (Duty one : Duty.values()) {
            DUTIES.put(one.word(), one);
        }
        for (Role one : Role.values()) {
            ROLES.put(one.word(), one);
        }
        for (Predecessor.When one : Predecessor.When.values()) {
            ENDS.put(one.word(), one);
        }
        for (Verb one : Verb.values()) {
            VERBS.put(one.word(), one);
        }
    }

    private Words() {}

    public static @Nullable TaskState state(String word) {
        return STATES.get(word);
    }

    public static @Nullable Verb verb(String word) {
        return VERBS.get(word);
    }
}
