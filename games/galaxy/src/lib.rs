//! AI Cup 2023: three rulers on a graph of planets, dice and dialogue.
