//! The legend of the labyrinth: runners, hunters, temporary walls, lucky boxes.
