package org.gleaner.server.http;

import java.util.EnumSet;
import java.util.Set;
import org.gleaner.core.grid.Role;

/**
 * One line of the route table.
 *
 * @param template a path whose parts in braces stand for any one part
 * @param roles whose tokens are let in; empty: anybody, without a token
 * @param hold what each call keeps until it is over
 */
public record Route(String method, String template, Set<Role> roles, RouteHandler endpoint, Hold hold) {
    /** What a call keeps. */
    public enum Hold {
        NOTHING,
        FILE,
        /** The connection, for hours: the endpoint itself counts such calls, and they are none of those under way. */
        FEED
    }

    public Route {
        roles = roles.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(roles));
    }

    public Route(String method, String template, Set<Role> roles, RouteHandler endpoint) {
        this(method, template, roles, endpoint, Hold.NOTHING);
    }

    /** One whose calls keep a file open until they are over. */
    public static Route withFile(String method, String template, Set<Role> roles, RouteHandler endpoint) {
        return new Route(method, template, roles, endpoint, Hold.FILE);
    }

    /** One whose calls are told what happens for as long as they like. */
    public static Route feed(String template, Set<Role> roles, RouteHandler endpoint) {
        return new Route("GET", template, roles, endpoint, Hold.FEED);
    }

    boolean holdsFile() {
        return hold == Hold.FILE;
    }

    boolean isFeed() {
        return hold == Hold.FEED;
    }

    boolean isRead() {
        return method.equals("GET") || method.equals("HEAD");
    }

    public boolean isOpen() {
        return roles.isEmpty();
    }
}
