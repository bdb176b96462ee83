//! The queue.
