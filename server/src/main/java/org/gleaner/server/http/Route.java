package org.gleaner.server.http;

import java.util.EnumSet;
import java.util.Set;
import org.gleaner.core.grid.Role;

/**
 * One line of the route table.
 *
 * @param template a path whose parts in braces stand for any one part
 * @param roles whose tokens are let in; empty: anybody, without a token
 * @param holdsFile whether each call keeps a file open until it is over
 */
public record Route(String method, String template, Set<Role> roles, RouteHandler endpoint, boolean holdsFile) {
    public Route {
        roles = roles.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(roles));
    }

    public Route(String method, String template, Set<Role> roles, RouteHandler endpoint) {
        this(method, template, roles, endpoint, false);
    }

    /** One whose calls keep a file open until they are over. */
    public static Route withFile(String method, String template, Set<Role> roles, RouteHandler endpoint) {
        return new Route(method, template, roles, endpoint, true);
    }

    boolean isRead() {
        return method.equals("GET") || method.equals("HEAD");
    }

    public boolean isOpen() {
        return roles.isEmpty();
    }
}
