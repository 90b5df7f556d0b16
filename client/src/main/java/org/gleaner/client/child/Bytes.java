package org.gleaner.client.child;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;

/** Numbers and blocks of bytes within bounds: what is read may have been cut off or made up. */
final class Bytes {
    private Bytes() {}

    static int number(DataInputStream in, int most) throws IOException {
        int number = in.readInt();
        if (number < 0 || number > most) {
            throw new IOException("the number " + number + " is not from 0 to " + most);
        }
        return number;
    }

    static byte[] block(DataInputStream in, int most) throws IOException {
        int length = number(in, most);
        // Takes memory as the bytes arrive, not as somebody announces them.
        byte[] block = in.readNBytes(length);
        if (block.length < length) {
            throw new EOFException("the file ends after " + block.length + " of " + length + " bytes");
        }
        return block;
    }
}
