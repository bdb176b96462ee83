# wall: control groups
# expect: held, memory, clock, output
# needs: g++
# time: 10
# Templates that never end.
printf 'template<int A, int B> struct S { static const int x = S<A + 1, B * 2 + 1>::x + S<A + 1, B * 2>::x; };\nint main() { return S<0, 0>::x; }\n' > /tmp/x.cpp
g++ -ftemplate-depth=100000 -o /tmp/x /tmp/x.cpp 2>/dev/null && exit 42
exit 0
