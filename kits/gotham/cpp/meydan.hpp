// Lines of JSON between a match and a bot: the same file in every C++ kit. There is no need to change it.
#pragma once

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>

#include "json.hpp"

namespace meydan {

/// Writes a line to standard error. Meydan keeps it beside the turn in which it was written.
template <typename... Words>
void log(const Words&... words) {
    (std::cerr << ... << words) << std::endl;
}

/// The match at the other end of the line.
class Match {
public:
    Match(std::FILE* reader, std::FILE* writer) : reader_(reader), writer_(writer) {}

    /// Standard input and output, or the socket that MEYDAN_SOCKET names (HOST:PORT): then a debugger has the
    /// terminal. From here on `std::cout` and `printf` write to standard error, because standard output belongs to
    /// the match.
    static Match open() {
        const char* address = std::getenv("MEYDAN_SOCKET");
        int link = address != nullptr && *address != '\0' ? dial(address) : -1;
        std::FILE* reader = link < 0 ? stdin : fdopen(dup(link), "r");
        std::FILE* writer = fdopen(link < 0 ? dup(STDOUT_FILENO) : link, "w");
        dup2(STDERR_FILENO, STDOUT_FILENO);
        return Match(reader, writer);
    }

    /// The next message, or nothing when the match is over.
    std::optional<Json> receive() {
        std::string line;
        int c;
        while ((c = std::getc(reader_)) != EOF && c != '\n') {
            line += static_cast<char>(c);
        }
        if (line.empty()) {
            return std::nullopt;
        }
        return Json::parse(line);
    }

    /// Sends one message.
    void send(const Json& message) {
        std::fputs((message.dump() + "\n").c_str(), writer_);
        std::fflush(writer_);
    }

    /// Acts in a window.
    void act(int window, const Json& act) { send(Json::object({{"window", window}, {"act", act}})); }

    /// Keeps something beside a window, for the viewer; opponents never see it.
    void note(int window, const Json& note) { send(Json::object({{"window", window}, {"note", note}})); }

    /// Ends a window.
    void done(int window) { send(Json::object({{"window", window}, {"done", true}})); }

private:
    std::FILE* reader_;
    std::FILE* writer_;

    static int dial(const std::string& address) {
        std::size_t colon = address.rfind(':');
        std::string host = address.substr(0, colon), port = address.substr(colon + 1);
        addrinfo hints{}, *found = nullptr;
        hints.ai_socktype = SOCK_STREAM;
        if (getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) {
            throw std::runtime_error("no such address: `" + address + "`; MEYDAN_SOCKET wants HOST:PORT");
        }
        int link = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
        int connected = connect(link, found->ai_addr, found->ai_addrlen);
        freeaddrinfo(found);
        if (connected != 0) {
            throw std::runtime_error("nobody answers at `" + address + "`; start the match first");
        }
        int on = 1;
        setsockopt(link, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        return link;
    }
};

}  // namespace meydan
