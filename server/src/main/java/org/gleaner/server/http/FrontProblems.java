package org.gleaner.server.http;

import java.time.Duration;
import org.eclipse.jetty.http.HttpStatus;
import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.protocol.problem.ShellProblems;

/** Problems that the frame itself finds, in the words of the protocol. */
public final class FrontProblems {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private static final Duration SOME_TIME = Duration.ofSeconds(10);
    private static final long LONGEST_PAUSE = 60;

    private FrontProblems() {}

    /** More than the server can take now; nothing happened. */
    public static Problem busy() {
        return ShellProblems.unavailable("The server is too busy.", PAUSE);
    }

    public static Problem unavailable(String why) {
        return ShellProblems.unavailable("The server is unavailable: " + why + ".", PAUSE);
    }

    public static Problem diskFull() {
        return ShellProblems.diskFull(PAUSE);
    }

    /** The database is copied before it is fetched; to try that every second would be of no use. */
    public static Problem noRoomForCopy(MemorySize size) {
        return ShellProblems.noRoomForCopy(size, Duration.ofSeconds(LONGEST_PAUSE));
    }

    /** Told in whole seconds, and never more than people wait. */
    static Problem tooOften(Duration wait) {
        return ShellProblems.tooManyRequests(told(wait));
    }

    private static Duration told(Duration wait) {
        long seconds = Math.min(LONGEST_PAUSE, wait.plusMillis(999).toSeconds());
        return Duration.ofSeconds(Math.max(1, seconds));
    }

    /** Of something that takes more than a usual call. */
    public static Problem tooManyAtOnce() {
        return ShellProblems.tooManyRequests(SOME_TIME);
    }

    /** More than one caller may, whatever others do. */
    static Problem tooOftenAlone(Duration wait) {
        return ShellProblems.tooManyOwn(
                "You are sending more requests than the server accepts from one caller.",
                "Try again after a pause. An admin can raise the limit, which is a setting.",
                told(wait));
    }

    /** One person has so many of something that one more is too many. */
    public static Problem ownLimit(String what, String remedy) {
        return ShellProblems.tooManyOwn(what, remedy, SOME_TIME);
    }

    /** So many calls of one holder, or of all, are under way that one more is too many. */
    public static Problem tooMany() {
        return ShellProblems.tooManyRequests(PAUSE);
    }

    static Refused tooLarge(long limit) {
        return new Refused(ShellProblems.payloadTooLarge(new MemorySize(limit)));
    }

    static Refused tooSlow(long slowest) {
        return new Refused(ShellProblems.badParameter(
                "",
                "it arrived at less than " + slowest + " bytes per second; send it again over a faster connection"));
    }

    static Refused tooLate(Duration longest) {
        return new Refused(ShellProblems.badParameter(
                "",
                "it did not arrive within " + longest.toMinutes() + " minutes; send it again, compressed with gzip"));
    }

    /** What Jetty refuses before any route sees it. */
    static Problem byTransport(int status, String id) {
        if (status == HttpStatus.INTERNAL_SERVER_ERROR_500) {
            return ShellProblems.bug(id);
        }
        if (status == HttpStatus.SERVICE_UNAVAILABLE_503) {
            return busy();
        }
        Problem bad = ShellProblems.badParameter("", "it is not valid HTTP");
        ProblemKind kind = ProblemKind.BAD_MESSAGE;
        // A version or an encoding that nobody speaks stays so: to try again, as 5xx invites to, does not help.
        int told = status > HttpStatus.INTERNAL_SERVER_ERROR_500 ? kind.status() : status;
        return new Problem(kind.code(), kind.title(), told, bad.detail(), bad.remedy(), id, bad.extra());
    }
}
