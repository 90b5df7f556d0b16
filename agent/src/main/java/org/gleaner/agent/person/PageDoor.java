package org.gleaner.agent.person;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Who may see the page and press its buttons. A task with a network can call it as well as the person can, so callers
 * are told apart by their user: those that tasks may have, of this agent or of another one on this machine, and those
 * that nobody knows, need the key. It lies in the agent's directory, which a sandbox hides.
 *
 * @param key of this agent, kept from one start to the next so that the person can keep a link
 * @param usersOfTasks as which a task of this agent may call
 * @param runsTasks whether this user has an agent too, whose tasks run now
 */
public record PageDoor(String key, Set<Long> usersOfTasks, LongPredicate runsTasks) {
    /** The user "nobody" of every Linux, which also stands for users from elsewhere. */
    private static final long NOBODY = 65534;

    public PageDoor {
        usersOfTasks = Set.copyOf(usersOfTasks);
    }

    /** @param own user of the agent, whose tasks have the same unless it is root; empty if it is not known */
    public static PageDoor of(String key, OptionalLong own, LongPredicate runsTasks) {
        Set<Long> users = new HashSet<>(Set.of(NOBODY));
        own.ifPresent(users::add);
        return new PageDoor(key, users, runsTasks);
    }

    /** What must stand behind the addresses that this caller uses; empty if the caller is not let in. */
    Optional<String> opens(PageRequest request, OptionalLong user) {
        String given = request.query().getOrDefault("key", "");
        if (MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), key.getBytes(StandardCharsets.UTF_8))) {
            return Optional.of("?key=" + key);
        }
        return user.isPresent() && isPerson(user.getAsLong()) ? Optional.of("") : Optional.empty();
    }

    private boolean isPerson(long user) {
        return !usersOfTasks.contains(user) && !runsTasks.test(user);
    }
}
