//! Coveo Blitz 2022: units, diamonds and vines on a grid, simultaneous ticks.
