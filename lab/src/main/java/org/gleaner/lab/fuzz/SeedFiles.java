package org.gleaner.lab.fuzz;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Files that are right, for the fuzzer to begin with. */
final class SeedFiles {
    static final String JOB = """
            name = "sweep"
            type = "sim"
            command = ["python3", "sim.py", "{}", "--seed", "{#}"]
            array = "1-100:2%10"
            in = ["a.txt", "a*"]
            out = ["res/{}.csv"]
            memory = "2G"
            cores = 2
            time = "10m"
            needs = ["python:3.9"]
            env = { A = "1", B = "x y" }
            sandbox = true
            priority = -5
            weight = 3
            no-check = true
            """;
    static final String SCRIPT = """
            #!/bin/sh
            #GLEANER --array 1-9 --memory 500M
            #GLEANER --in 'a.txt' --name "a b"  # why
            #GLEANER --time 90m --needs python:3 --env K=V
            echo "$GLEANER_ENTRY"
            """;
    static final String ROWS = """
            alpha,conf,note
            0.5,a.txt,"x, ""y"" z"
            1.5,a.txt,
            2,a.txt,"two
            lines"
            """;
    static final String SCENARIO = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- small -->
            <scenario name="small">
              <clients>
                <client name="desk" cnt="5" power="5000" zerofp1="60" incfp1="40" fail1="3"
                        zerofp2="90" incfp2="60" fail2="2"/>
              </clients>
              <simulation>
                <step cnt="120" jobtype="short" jobduration="5" steps="0"/>
                <step cnt="20" jobtype="middle" jobduration="30" steps="400"/>
              </simulation>
            </scenario>
            """;
    static final String TRACE = """
            host,start_s,end_s
            a0001,0,45596
            a0001,50000,60000
            b2,10.5,70000
            """;
    static final String SPEEDS = """
            host,speed
            a0001,10
            b2,2.5
            """;
    static final String WORKLOAD = """
            submit_s,runtime_s,user,queue
            0,100,1,2
            60,50,2,-1
            """;
    static final String SWF = """
            ; Version: 2
            1 0 10 100 1 -1 -1 1 200 -1 1 3 1 -1 1 -1 -1 -1
            2 60 5 50 1 -1 -1 1 200 -1 1 4 1 -1 1 -1 -1 -1
            """;
    private static final int BLOCK = 512;

    private SeedFiles() {}

    /** With names that the dice have chosen. */
    static byte[] zip(List<String> names) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            int number = 0;
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name + (number++ == 0 ? "" : "." + number)));
                zip.write("content".repeat(100).getBytes(UTF_8));
                zip.closeEntry();
            }
        } catch (IOException | IllegalArgumentException impossible) {
            throw new UncheckedIOException("memory can't fail", new IOException(impossible));
        }
        return bytes.toByteArray();
    }

    /** @param kinds of the entries as tar writes them: 0 file, 1 hard link, 2 symbolic link, 5 directory */
    static byte[] tar(List<String> names, List<Character> kinds, String link, long size) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < names.size(); i++) {
            char kind = kinds.get(i % kinds.size());
            byte[] content = kind == '0' ? "content".repeat(100).getBytes(UTF_8) : new byte[0];
            bytes.writeBytes(header(names.get(i), kind, link, i == 1 && size != 0 ? size : content.length));
            fill(bytes, content);
        }
        end(bytes);
        return bytes.toByteArray();
    }

    /** One entry of a tar archive, with what it says of itself. */
    static void block(ByteArrayOutputStream bytes, String name, char kind, byte[] content) {
        bytes.writeBytes(header(name, kind, "", content.length));
        fill(bytes, content);
    }

    private static void fill(ByteArrayOutputStream bytes, byte[] content) {
        bytes.writeBytes(content);
        bytes.writeBytes(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
    }

    static void end(ByteArrayOutputStream bytes) {
        bytes.writeBytes(new byte[2 * BLOCK]);
    }

    private static byte[] header(String name, char kind, String link, long size) {
        byte[] header = new byte[BLOCK];
        put(header, 0, 100, name);
        put(header, 100, 8, "0000644");
        put(header, 108, 8, "0000000");
        put(header, 116, 8, "0000000");
        put(header, 124, 12, String.format(Locale.ROOT, "%011o", size));
        put(header, 136, 12, "00000000000");
        put(header, 148, 8, "        ");
        header[156] = (byte) kind;
        put(header, 157, 100, link);
        put(header, 257, 8, "ustar\00000");
        int sum = 0;
        for (byte one : header) {
            sum += one & 0xff;
        }
        put(header, 148, 8, String.format(Locale.ROOT, "%06o\0 ", sum));
        return header;
    }

    private static void put(byte[] header, int at, int most, String text) {
        byte[] bytes = text.getBytes(US_ASCII);
        System.arraycopy(bytes, 0, header, at, Math.min(most, bytes.length));
    }
}
