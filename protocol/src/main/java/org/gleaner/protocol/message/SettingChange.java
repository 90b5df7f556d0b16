package org.gleaner.protocol.message;

/** Sets one setting. */
public record SettingChange(String name, String value) {}
