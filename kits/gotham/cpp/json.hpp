// A JSON value: the same file in every C++ kit. There is no need to change it.
#pragma once

#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

class Json {
public:
    using Array = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>;

    Json() = default;
    Json(std::nullptr_t) {}
    Json(bool value) : value_(value) {}
    Json(int value) : value_(static_cast<double>(value)) {}
    Json(double value) : value_(value) {}
    Json(const char* text) : value_(std::string(text)) {}
    Json(std::string text) : value_(std::move(text)) {}
    Json(Array items) : value_(std::move(items)) {}

    /// An object: `Json::object({{"row", 3}, {"column", 7}})`.
    static Json object(std::initializer_list<std::pair<std::string, Json>> members) {
        Json made;
        made.value_ = Object(members);
        return made;
    }

    /// Reads a value; throws std::runtime_error if the text is not JSON.
    static Json parse(const std::string& text) {
        Parser parser{text};
        Json value = parser.value();
        parser.skip();
        if (parser.at < text.size()) {
            parser.wrong("the end");
        }
        return value;
    }

    bool isNull() const { return std::holds_alternative<std::monostate>(value_); }
    bool asBool() const { return std::get<bool>(value_); }
    double asDouble() const { return std::get<double>(value_); }
    int asInt() const { return static_cast<int>(asDouble()); }
    const std::string& asText() const { return std::get<std::string>(value_); }
    const Array& items() const { return std::get<Array>(value_); }

    std::size_t size() const { return items().size(); }
    Array::const_iterator begin() const { return items().begin(); }
    Array::const_iterator end() const { return items().end(); }
    const Json& operator[](int index) const { return items().at(static_cast<std::size_t>(index)); }

    bool has(const std::string& key) const { return find(key) != nullptr; }

    /// The member of that name; throws std::out_of_range if there is none.
    const Json& operator[](const char* key) const {
        const Json* found = find(key);
        if (found == nullptr) {
            throw std::out_of_range(std::string("there is no member `") + key + "`");
        }
        return *found;
    }

    /// The value as JSON, on one line.
    std::string dump() const {
        std::string out;
        write(out);
        return out;
    }

private:
    std::variant<std::monostate, bool, double, std::string, Array, Object> value_;

    const Json* find(const std::string& key) const {
        if (const Object* members = std::get_if<Object>(&value_)) {
            for (const auto& [name, value] : *members) {
                if (name == key) {
                    return &value;
                }
            }
        }
        return nullptr;
    }

    void write(std::string& out) const {
        if (const bool* flag = std::get_if<bool>(&value_)) {
            out += *flag ? "true" : "false";
        } else if (const double* number = std::get_if<double>(&value_)) {
            char digits[32];
            bool whole = *number == std::floor(*number) && std::fabs(*number) < 1e15;
            std::snprintf(digits, sizeof digits, whole ? "%.0f" : "%.17g", *number);
            out += digits;
        } else if (const std::string* text = std::get_if<std::string>(&value_)) {
            quote(*text, out);
        } else if (const Array* items = std::get_if<Array>(&value_)) {
            out += '[';
            for (const Json& item : *items) {
                if (out.back() != '[') {
                    out += ',';
                }
                item.write(out);
            }
            out += ']';
        } else if (const Object* members = std::get_if<Object>(&value_)) {
            out += '{';
            for (const auto& [name, value] : *members) {
                if (out.back() != '{') {
                    out += ',';
                }
                quote(name, out);
                out += ':';
                value.write(out);
            }
            out += '}';
        } else {
            out += "null";
        }
    }

    static void quote(const std::string& text, std::string& out) {
        out += '"';
        for (char c : text) {
            if (c == '"' || c == '\\') {
                out += '\\';
                out += c;
            } else if (static_cast<unsigned char>(c) < 0x20) {
                char code[8];
                std::snprintf(code, sizeof code, "\\u%04x", c);
                out += code;
            } else {
                out += c;
            }
        }
        out += '"';
    }

    struct Parser {
        const std::string& text;
        std::size_t at = 0;

        [[noreturn]] void wrong(const std::string& wanted) const {
            throw std::runtime_error("not JSON: " + wanted + " expected at character " + std::to_string(at));
        }

        void skip() {
            while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at]))) {
                ++at;
            }
        }

        char peek() const {
            if (at >= text.size()) {
                wrong("more");
            }
            return text[at];
        }

        void expect(char c) {
            if (peek() != c) {
                wrong(std::string("`") + c + "`");
            }
            ++at;
        }

        Json value() {
            skip();
            switch (peek()) {
                case '{': return members();
                case '[': return list();
                case '"': return string();
                case 't': return word("true", true);
                case 'f': return word("false", false);
                case 'n': return word("null", nullptr);
                default: return number();
            }
        }

        Json members() {
            Object members;
            expect('{');
            while (!ends('}', members.empty())) {
                skip();
                std::string key = string();
                skip();
                expect(':');
                members.emplace_back(std::move(key), value());
            }
            Json made;
            made.value_ = std::move(members);
            return made;
        }

        Json list() {
            Array items;
            expect('[');
            while (!ends(']', items.empty())) {
                items.push_back(value());
            }
            return items;
        }

        /// Steps over the closing bracket, or over the comma before the next item.
        bool ends(char bracket, bool first) {
            skip();
            if (peek() == bracket) {
                ++at;
                return true;
            }
            if (!first) {
                expect(',');
            }
            return false;
        }

        std::string string() {
            expect('"');
            std::string out;
            while (peek() != '"') {
                char c = text[at++];
                if (c == '\\') {
                    escaped(out);
                } else {
                    out += c;
                }
            }
            ++at;
            return out;
        }

        void escaped(std::string& out) {
            char c = peek();
            ++at;
            switch (c) {
                case 'b': out += '\b'; break;
                case 'f': out += '\f'; break;
                case 'n': out += '\n'; break;
                case 'r': out += '\r'; break;
                case 't': out += '\t'; break;
                case 'u': {
                    unsigned long code = digits();
                    if (code >= 0xd800 && code < 0xdc00) {
                        expect('\\');
                        expect('u');
                        code = 0x10000 + ((code - 0xd800) << 10) + (digits() - 0xdc00);
                    }
                    encode(code, out);
                    break;
                }
                default: out += c;
            }
        }

        unsigned long digits() {
            if (at + 4 > text.size()) {
                wrong("four digits");
            }
            at += 4;
            return std::stoul(text.substr(at - 4, 4), nullptr, 16);
        }

        static void encode(unsigned long code, std::string& out) {
            if (code < 0x80) {
                out += static_cast<char>(code);
                return;
            }
            int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
            const unsigned long lead[] = {0, 0xc0, 0xe0, 0xf0};
            out += static_cast<char>(lead[more] | (code >> (6 * more)));
            while (more-- > 0) {
                out += static_cast<char>(0x80 | ((code >> (6 * more)) & 0x3f));
            }
        }

        Json number() {
            const char* start = text.c_str() + at;
            char* end = nullptr;
            double number = std::strtod(start, &end);
            if (end == start) {
                wrong("a value");
            }
            at += static_cast<std::size_t>(end - start);
            return number;
        }

        Json word(const std::string& word, Json meaning) {
            if (text.compare(at, word.size(), word) != 0) {
                wrong(word);
            }
            at += word.size();
            return meaning;
        }
    };
};
