package meydan;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON value: the same file in every Java kit. There is no need to change it. */
public final class Json implements Iterable<Json> {
    /** A map, a list, a string, a number, a boolean or null. */
    private final Object value;

    private Json(Object value) {
        this.value = value;
    }

    /** Wraps a value: a Json, a string, a number, a boolean, null, or an Iterable of these. */
    public static Json of(Object value) {
        if (value instanceof Json) {
            return (Json) value;
        }
        if (value instanceof Iterable) {
            List<Json> items = new ArrayList<>();
            ((Iterable<?>) value).forEach(item -> items.add(of(item)));
            return new Json(items);
        }
        return new Json(value);
    }

    /** An object of these keys and values: {@code object("row", 3, "column", 7)}. */
    public static Json object(Object... entries) {
        Map<String, Json> members = new LinkedHashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            members.put((String) entries[i], of(entries[i + 1]));
        }
        return new Json(members);
    }

    /** An array of these values. */
    public static Json array(Object... items) {
        return of(List.of(items));
    }

    /** Reads a value; throws IllegalArgumentException if the text is not JSON. */
    public static Json parse(String text) {
        return new Parser(text).whole();
    }

    /** The member of that name; null if there is none or this is not an object. */
    public Json get(String key) {
        return value instanceof Map ? (Json) ((Map<?, ?>) value).get(key) : null;
    }

    /** Whether there is a member of that name. */
    public boolean has(String key) {
        return get(key) != null;
    }

    /** The item at that place of an array. */
    public Json get(int index) {
        return items().get(index);
    }

    /** How many items an array has. */
    public int size() {
        return items().size();
    }

    /** The items of an array. */
    @Override
    public Iterator<Json> iterator() {
        return items().iterator();
    }

    public boolean isNull() {
        return value == null;
    }

    public int asInt() {
        return ((Number) value).intValue();
    }

    public double asDouble() {
        return ((Number) value).doubleValue();
    }

    public boolean asBoolean() {
        return (Boolean) value;
    }

    /** The text of a string. */
    public String asText() {
        return (String) value;
    }

    @SuppressWarnings("unchecked")
    private List<Json> items() {
        return (List<Json>) value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Json && toString().equals(other.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** The value as JSON, on one line. */
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        write(out);
        return out.toString();
    }

    private void write(StringBuilder out) {
        if (value instanceof String) {
            quote((String) value, out);
        } else if (value instanceof List) {
            String separator = "[";
            for (Json item : items()) {
                out.append(separator);
                item.write(out);
                separator = ",";
            }
            out.append(items().isEmpty() ? "[]" : "]");
        } else if (value instanceof Map) {
            String separator = "{";
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                out.append(separator);
                quote((String) entry.getKey(), out);
                out.append(':');
                ((Json) entry.getValue()).write(out);
                separator = ",";
            }
            out.append(separator.equals("{") ? "{}" : "}");
        } else {
            out.append(value);
        }
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        Json whole() {
            Json value = value();
            skip();
            if (at < text.length()) {
                throw wrong("the end");
            }
            return value;
        }

        private Json value() {
            skip();
            switch (peek()) {
                case '{':
                    return members();
                case '[':
                    return list();
                case '"':
                    return new Json(string());
                case 't':
                    return word("true", true);
                case 'f':
                    return word("false", false);
                case 'n':
                    return word("null", null);
                default:
                    return number();
            }
        }

        private Json members() {
            Map<String, Json> members = new LinkedHashMap<>();
            expect('{');
            while (!ends('}', members.isEmpty())) {
                skip();
                String key = string();
                skip();
                expect(':');
                members.put(key, value());
            }
            return new Json(members);
        }

        private Json list() {
            List<Json> items = new ArrayList<>();
            expect('[');
            while (!ends(']', items.isEmpty())) {
                items.add(value());
            }
            return new Json(items);
        }

        /** Steps over the closing bracket, or over the comma before the next item. */
        private boolean ends(char bracket, boolean first) {
            skip();
            if (peek() == bracket) {
                at++;
                return true;
            }
            if (!first) {
                expect(',');
            }
            return false;
        }

        private String string() {
            expect('"');
            StringBuilder out = new StringBuilder();
            while (peek() != '"') {
                char c = text.charAt(at++);
                out.append(c == '\\' ? escaped() : c);
            }
            at++;
            return out.toString();
        }

        private char escaped() {
            char c = peek();
            at++;
            switch (c) {
                case 'b':
                    return '\b';
                case 'f':
                    return '\f';
                case 'n':
                    return '\n';
                case 'r':
                    return '\r';
                case 't':
                    return '\t';
                case 'u':
                    if (at + 4 > text.length()) {
                        throw wrong("four digits");
                    }
                    at += 4;
                    return (char) Integer.parseInt(text.substring(at - 4, at), 16);
                default:
                    return c;
            }
        }

        private Json number() {
            int start = at;
            while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            String digits = text.substring(start, at);
            if (digits.isEmpty()) {
                throw wrong("a value");
            }
            if (digits.matches("-?[0-9]{1,18}")) {
                return new Json(Long.parseLong(digits));
            }
            return new Json(Double.parseDouble(digits));
        }

        private Json word(String word, Object meaning) {
            if (!text.startsWith(word, at)) {
                throw wrong(word);
            }
            at += word.length();
            return new Json(meaning);
        }

        private void skip() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        private char peek() {
            if (at >= text.length()) {
                throw wrong("more");
            }
            return text.charAt(at);
        }

        private void expect(char c) {
            if (peek() != c) {
                throw wrong("`" + c + "`");
            }
            at++;
        }

        private IllegalArgumentException wrong(String wanted) {
            return new IllegalArgumentException("not JSON: " + wanted + " expected at character " + at);
        }
    }
}
