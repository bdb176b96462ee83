package meydan;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Lines of JSON between a match and a bot: the same file in every Java kit. There is no need to change it. */
public final class Match {
    /** Before which window a debugger stops ({@code meydan rerun --stop N}). */
    private static final String STOP = System.getenv("MEYDAN_STOP");

    private final BufferedReader reader;
    private final Writer writer;

    /** A match at the other end of these two. */
    public Match(Reader reader, Writer writer) {
        this.reader = new BufferedReader(reader);
        this.writer = writer;
    }

    /**
     * Standard input and output, or the socket that MEYDAN_SOCKET names (HOST:PORT): then a debugger has the terminal. From here on
     * {@code System.out} writes to standard error, because standard output belongs to the match.
     */
    public static Match open() {
        InputStream in = System.in;
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        String address = System.getenv("MEYDAN_SOCKET");
        if (address != null && !address.isEmpty()) {
            int colon = address.lastIndexOf(':');
            try {
                Socket link = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
                link.setTcpNoDelay(true);
                in = link.getInputStream();
                out = link.getOutputStream();
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        }
        takeOutput();
        return new Match(
                new InputStreamReader(in, StandardCharsets.UTF_8), new OutputStreamWriter(out, StandardCharsets.UTF_8));
    }

    /** Takes standard output for the match: from here on {@code System.out} writes to standard error. */
    public static void takeOutput() {
        System.setOut(System.err);
    }

    /** Writes a line to standard error. Meydan keeps it beside the turn in which it was written. */
    public static void log(Object words) {
        System.err.println(words);
    }

    /** Writes an exception and where it comes from to standard error. */
    public static void log(Throwable error) {
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace, true));
        log((Object) trace);
    }

    /** The next message, or null when the match is over. */
    public Json receive() {
        try {
            String line = reader.readLine();
            Json message = line == null ? null : Json.parse(line);
            if (STOP != null && message != null && "turn".equals(message.get("type").asText())
                    && STOP.equals(String.valueOf(message.get("window").asInt()))) {
                stop();
            }
            return message;
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** Does nothing. It is called before the window in which a debugger is to stop: {@code stop in meydan.Match.stop}. */
    private static void stop() {}

    /** Sends one message. */
    public void send(Json message) {
        try {
            writer.write(message + "\n");
            writer.flush();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** Acts in a window. */
    public void act(int window, Json act) {
        send(Json.object("window", window, "act", act));
    }

    /** Keeps something beside a window, for the viewer; opponents never see it. */
    public void note(int window, Object note) {
        send(Json.object("window", window, "note", note));
    }

    /** Ends a window. */
    public void done(int window) {
        send(Json.object("window", window, "done", true));
    }
}
