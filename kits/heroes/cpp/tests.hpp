// Unit tests without a library: the same file in every C++ kit. A `TEST(name) { … }` is run because it is there.
#pragma once

#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tests {

using Test = std::pair<const char*, void (*)()>;

/// All tests of the program.
inline std::vector<Test>& all() {
    static std::vector<Test> tests;
    return tests;
}

struct Listed {
    Listed(const char* name, void (*run)()) { all().emplace_back(name, run); }
};

/// Runs them all, and says what failed.
inline int run() {
    int passed = 0;
    for (const Test& test : all()) {
        try {
            test.second();
            ++passed;
        } catch (const std::exception& wrong) {
            std::cerr << test.first << ": " << wrong.what() << "\n";
        }
    }
    std::cout << passed << " tests passed" << std::endl;
    return passed > 0 && passed == static_cast<int>(all().size()) ? 0 : 1;
}

}  // namespace tests

/// A test: `TEST(two_and_two_are_four) { CHECK(2 + 2 == 4); }`
#define TEST(name)                                  \
    static void name();                             \
    static const tests::Listed name##_(#name, name); \
    static void name()

/// Ends the test where something does not hold.
#define CHECK(what)                                                                         \
    do {                                                                                    \
        if (!(what)) {                                                                      \
            throw std::runtime_error("line " + std::to_string(__LINE__) + ": not so: " #what); \
        }                                                                                   \
    } while (false)
