package org.gleaner.core.id;

import java.util.regex.Pattern;

/** The user a job belongs to. */
public record Owner(String name) implements Comparable<Owner> {
    private static final Pattern TEXT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");

    public Owner {
        if (!TEXT.matcher(name).matches()) {
            throw new IllegalArgumentException("not a user name: '" + name
                    + "'; a name has 1 to 64 letters, digits, '.', '_', '@' or '-' and starts with a letter or digit");
        }
    }

    @Override
    public int compareTo(Owner other) {
        return name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return name;
    }
}
