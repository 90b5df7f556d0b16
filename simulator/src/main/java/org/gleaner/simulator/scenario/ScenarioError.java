package org.gleaner.simulator.scenario;

/** A file that describes machines or work cannot be used: what is wrong and where, why, and what to do about it. */
public final class ScenarioError extends Exception {
    private final String what;
    private final String why;
    private final String remedy;

    public ScenarioError(String what, String why, String remedy) {
        super(what + " " + why);
        this.what = what;
        this.why = why;
        this.remedy = remedy;
    }

    /** @param line the first is 1 */
    static ScenarioError at(String file, int line, String what, String why, String remedy) {
        return new ScenarioError(file + ", line " + line + ": " + what, why, remedy);
    }

    public String what() {
        return what;
    }

    public String why() {
        return why;
    }

    public String remedy() {
        return remedy;
    }

    /** It is an answer to a person, not a defect: no stack is recorded. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
