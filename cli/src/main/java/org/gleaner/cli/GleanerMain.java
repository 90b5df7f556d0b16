package org.gleaner.cli;

/** Entry point of the one runnable jar. */
public final class GleanerMain {
    private GleanerMain() {}

    public static void main(String[] arguments) {
        String version = GleanerMain.class.getPackage().getImplementationVersion();
        System.out.println("gleaner " + (version == null ? "development" : version));
    }
}
