package org.gleaner.protocol.problem;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.grid.Role;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.json.BadMessage;

/** Problems that arise around the core: in HTTP, in bodies and blobs, and when the server itself is in trouble. */
public final class ShellProblems {
    private ShellProblems() {}

    public static Problem badMessage(BadMessage bad) {
        return Problem.of(
                        bad.isContradiction() ? ProblemKind.CONTRADICTION : ProblemKind.BAD_MESSAGE,
                        String.valueOf(bad.getMessage()),
                        "Compare it with docs/http-api.md; if a Gleaner program sent it, use the same version on both"
                                + " sides.")
                .with("path", bad.path())
                .with("why", bad.why());
    }

    /** A query parameter, header or part of the path that can't be used. */
    public static Problem badParameter(String name, String why) {
        return badMessage(new BadMessage(name, why));
    }

    /** Values that are fine one by one and do not go together. */
    public static Problem contradiction(String name, String why) {
        return badMessage(BadMessage.contradiction(name, why));
    }

    public static Problem unauthenticated() {
        return Problem.of(
                ProblemKind.UNAUTHENTICATED,
                "The request carries no token that this server accepts.",
                "Log in again or use another token. A server that has no admin token left creates one in its data"
                        + " directory when it starts.");
    }

    /** A token of a role that may not make this call. */
    public static Problem notForRole(Role role) {
        String what =
                "make this request, because it is " + (role == Role.ADMIN ? "an " : "a ") + role.word() + " token";
        return Problem.of(
                        ProblemKind.NOT_ALLOWED,
                        "Your token does not allow you to " + what + ".",
                        "Ask the person who runs the server.")
                .with("what", what);
    }

    /** @param served the versions that are served, in words */
    public static Problem unsupportedVersion(String agent, String server, String served) {
        return Problem.of(
                        ProblemKind.UNSUPPORTED_VERSION,
                        "This server is Gleaner " + server + " and serves agents of " + served + "; this one is "
                                + agent + ".",
                        "An installed agent updates itself; for any other, use the server's program.")
                .with("agent", agent)
                .with("server", server);
    }

    public static Problem notFound(String path) {
        return Problem.of(
                        ProblemKind.NOT_FOUND,
                        "There is nothing at this path.",
                        "/openapi.json lists every path; check the address and the version of your program.")
                .with("path", path);
    }

    /** Also for a blob that exists but that the caller may not read: both look the same from outside. */
    public static Problem unknownBlob(BlobHash hash) {
        return Problem.of(
                        ProblemKind.UNKNOWN_BLOB,
                        "There is no blob " + hash.hex().substring(0, 12) + "… that you may read.",
                        "It was removed or never uploaded; list the job's outputs again.")
                .with("hash", hash.hex());
    }

    /** @param day when it happened, as a date */
    public static Problem outputsRetired(JobId job, String day) {
        return Problem.of(
                        ProblemKind.OUTPUTS_RETIRED,
                        "The server removed the files of job " + job + " on " + day + ", when their time was up.",
                        "Submit the job again. The setting retention-outputs says how long files are kept.")
                .with("job", job.value())
                .with("day", day);
    }

    /** The same for a new job that would take these files. */
    public static Problem sourceRetired(JobId job, String day) {
        return Problem.of(
                        ProblemKind.OUTPUTS_RETIRED,
                        "The server removed the files of job " + job + " on " + day
                                + ", when their time was up, so a new job can't take them.",
                        "Run job " + job + " again first, and take the files of that run.")
                .with("job", job.value())
                .with("day", day);
    }

    public static Problem unknownBackup(String id) {
        return Problem.of(
                        ProblemKind.UNKNOWN_BACKUP,
                        "There is no backup under way with the id '" + id + "'.",
                        "It has finished or timed out; start a new one.")
                .with("id", id);
    }

    public static Problem unknownUpload(String id) {
        return Problem.of(
                        ProblemKind.UNKNOWN_UPLOAD,
                        "You have no unfinished upload with the id '" + id + "'.",
                        "It was dropped or nobody continued it for a day; begin a new one.")
                .with("id", id);
    }

    /** Its word is a secret as long as it is good for something, so it is not repeated. */
    public static Problem unknownTicket() {
        return Problem.of(
                ProblemKind.UNKNOWN_TICKET,
                "This link has expired, or never led anywhere.",
                "Go back to where you found it and begin the download again.");
    }

    /** @param received how many bytes have arrived, from which the upload goes on */
    public static Problem wrongOffset(long received) {
        return Problem.of(
                        ProblemKind.WRONG_OFFSET,
                        "The piece does not begin where the upload stopped: " + received + " bytes have arrived.",
                        "Continue from that offset.")
                .with("received", received);
    }

    public static Problem tooManyUploads(int most) {
        return Problem.of(
                        ProblemKind.TOO_MANY_REQUESTS,
                        "You have " + most + " unfinished uploads.",
                        "Finish or drop some of them; those that nobody continues are dropped after a day.")
                .retryAfter(Duration.ofMinutes(1));
    }

    public static Problem unknownSimulation(String id) {
        return Problem.of(
                        ProblemKind.UNKNOWN_SIMULATION,
                        "You have no simulation with the id '" + id + "'.",
                        "The server keeps the last few until it is restarted; start a new one.")
                .with("id", id);
    }

    public static Problem unknownQuestion(String id) {
        return Problem.of(
                        ProblemKind.UNKNOWN_QUESTION,
                        "You have asked no question with the id '" + id + "'.",
                        "The server keeps the last few answers until it is restarted; ask again.")
                .with("id", id);
    }

    /** @param path what of the question can't be tried with this pool */
    public static Problem unansweredQuestion(String path, String detail, String remedy) {
        return Problem.of(ProblemKind.UNANSWERABLE_QUESTION, detail, remedy).with("path", path);
    }

    public static Problem tooManyQuestions(int most) {
        return Problem.of(
                        ProblemKind.TOO_MANY_REQUESTS,
                        "You have asked " + most + " questions that are not answered yet.",
                        "Wait for one of the answers, or drop the question.")
                .retryAfter(Duration.ofSeconds(30));
    }

    public static Problem questionsBusy() {
        return Problem.of(
                        ProblemKind.TOO_MANY_REQUESTS,
                        "Too many questions from others are waiting.",
                        "Try again in a few minutes.")
                .retryAfter(Duration.ofMinutes(1));
    }

    /** Nobody knows yet, or not just now, how the pool is. */
    public static Problem noOutlook() {
        return Problem.of(
                        ProblemKind.TOO_MANY_REQUESTS,
                        "The server has just started, or can't keep up with what changes in the pool.",
                        "Try again in a minute.")
                .retryAfter(Duration.ofMinutes(1));
    }

    /** @param why what is wrong and where, in a whole sentence or two */
    public static Problem invalidScenario(String why, String remedy) {
        return Problem.of(ProblemKind.INVALID_SCENARIO, why, remedy).with("path", "/text");
    }

    public static Problem tooManySimulations(int most) {
        return Problem.of(
                        ProblemKind.TOO_MANY_REQUESTS,
                        "You have " + most + " simulations that have not ended.",
                        "Wait for one of them, or stop it.")
                .retryAfter(Duration.ofMinutes(1));
    }

    /** @param why hosts can't be confined, as a part of a sentence */
    public static Problem noHosts(String why) {
        return Problem.of(
                ProblemKind.ILLEGAL_TRANSITION,
                "This server accepts no problems, because it can't confine their hosts: " + why + ".",
                "Run the server as root on Linux, with bubblewrap and setpriv installed, as the service that"
                        + " 'gleaner server install --with-problems' makes; or use an executor in your own program"
                        + " instead.");
    }

    public static Problem simulationsBusy() {
        return Problem.of(
                        ProblemKind.TOO_MANY_REQUESTS,
                        "Too many simulations from others are waiting.",
                        "Try again in a few minutes, or simulate on your own machine.")
                .retryAfter(Duration.ofMinutes(1));
    }

    /** Which one, nobody is told: it may be a word that still works, with one letter wrong. */
    public static Problem unknownLink() {
        return Problem.of(
                ProblemKind.UNKNOWN_LINK,
                "This link was used before, or its minute is over.",
                "Make a new one, or log in with your token.");
    }

    /** @param name the output, {@code stdout} or {@code stderr} */
    public static Problem unknownOutput(String task, String name) {
        return Problem.of(
                        ProblemKind.UNKNOWN_OUTPUT,
                        "Task " + task + " has no " + name + " yet.",
                        "It comes with the end of an attempt; follow the task to see what it prints while it runs.")
                .with("task", task)
                .with("name", name);
    }

    /** Nothing to make an archive of. */
    public static Problem noOutputs(JobId job) {
        return Problem.of(
                        ProblemKind.UNKNOWN_OUTPUT,
                        "None of the chosen tasks of job " + job + " has left a file yet.",
                        "Wait until some are done, or choose others.")
                .with("task", job.value())
                .with("name", "archive");
    }

    /** @param path as the node named it */
    public static Problem undeclaredOutput(String task, String path) {
        return Problem.of(
                        ProblemKind.UNDECLARED_OUTPUT,
                        "Task " + task + " brings '" + path + "', which its job does not declare as an output.",
                        "A node sends what the job declares and nothing else; see what runs on it.")
                .with("task", task)
                .with("name", path);
    }

    public static Problem methodNotAllowed(String method, List<String> allowed) {
        return Problem.of(
                        ProblemKind.METHOD_NOT_ALLOWED,
                        "This path does not support the method " + method + ".",
                        "Use " + String.join(" or ", allowed) + ".")
                .with("allowed", allowed);
    }

    public static Problem payloadTooLarge(MemorySize limit) {
        return Problem.of(
                        ProblemKind.PAYLOAD_TOO_LARGE,
                        "The body is larger than the limit of " + limit + ".",
                        "Send it in smaller pieces; a large job can be submitted as several.")
                .with("limitBytes", limit.bytes());
    }

    public static Problem unsupportedMediaType(String given) {
        return Problem.of(
                        ProblemKind.UNSUPPORTED_MEDIA_TYPE,
                        "The media type '" + given + "' is not supported.",
                        "Send application/json in UTF-8, plain or, for jobs, with Content-Encoding: gzip.")
                .with("given", given);
    }

    /** @param received how many bytes of the blob the server has, from which an upload goes on */
    public static Problem badRange(long received) {
        return Problem.of(
                        ProblemKind.BAD_RANGE,
                        "The range does not continue what the server has: " + received + " bytes.",
                        "Continue from that offset.")
                .with("received", received);
    }

    public static Problem hashMismatch(BlobHash expected, BlobHash actual) {
        return Problem.of(
                        ProblemKind.HASH_MISMATCH,
                        "The content's SHA-256 differs from the one in the path, so it was discarded.",
                        "Upload it again; if the file changes while it is read, wait until it is complete.")
                .with("expected", expected.hex())
                .with("actual", actual.hex());
    }

    /** One person's own limit, whatever others do. */
    public static Problem tooManyOwn(String what, String remedy, Duration pause) {
        return Problem.of(ProblemKind.TOO_MANY_REQUESTS, what, remedy).retryAfter(pause);
    }

    public static Problem tooManyRequests(Duration pause) {
        return Problem.of(
                        ProblemKind.TOO_MANY_REQUESTS,
                        "The server is getting more requests than it handles at once.",
                        "Try again after a pause.")
                .retryAfter(pause);
    }

    public static Problem unavailable(String why, Duration pause) {
        return Problem.of(ProblemKind.UNAVAILABLE, why, "Try again after a pause; repeating a request is safe.")
                .retryAfter(pause);
    }

    /** Another file has taken the place of the one that the server runs from. */
    public static Problem programReplaced() {
        return Problem.of(
                        ProblemKind.UNAVAILABLE,
                        "The server's program file was replaced or removed while it was running, so it can't be"
                                + " handed out.",
                        "Restart the server; it then runs and hands out the new program.")
                .retryAfter(Duration.ofSeconds(5));
    }

    public static Problem diskFull(Duration pause) {
        return Problem.of(
                        ProblemKind.DISK_FULL,
                        "What was sent was not stored.",
                        "Free some space on the server's disk, then try again.")
                .retryAfter(pause);
    }

    public static Problem noRoomForCopy(MemorySize size, Duration pause) {
        return Problem.of(
                        ProblemKind.DISK_FULL,
                        "A backup needs room for a copy of the database, " + size + ", in the server's data directory.",
                        "Free some space on the server's disk, then try again.")
                .retryAfter(pause);
    }

    /** @param id under which the server's log has the cause */
    public static Problem bug(String id) {
        return Problem.of(
                        ProblemKind.BUG,
                        "The server failed on this request because of a bug.",
                        "Report it with the id " + id + " and what the server's log says about it.")
                .at(id);
    }
}
