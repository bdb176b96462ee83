/// Splits a stream into frames, each ended by a NUL byte. A frame longer than the limit is thrown away as it comes, so
/// memory stays bounded whatever a client sends.
#[derive(Debug)]
pub struct Decoder {
    buffer: Vec<u8>,
    /// The bytes before this one have been handed out.
    start: usize,
    /// There is no NUL in the bytes before this one.
    searched: usize,
    /// The rest of an over-long frame is being thrown away.
    skipping: bool,
    longest: usize,
}

/// What the decoder found.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame<'a> {
    /// A frame without its NUL.
    Whole(&'a [u8]),
    /// A frame longer than allowed; it is thrown away.
    TooLong,
}

impl Decoder {
    /// A decoder of frames up to this length.
    pub fn new(longest: usize) -> Decoder {
        Decoder { buffer: Vec::new(), start: 0, searched: 0, skipping: false, longest }
    }

    /// From now on frames may be this long.
    pub fn set_longest(&mut self, longest: usize) {
        self.longest = longest;
    }

    /// Where to append what was read.
    pub fn room(&mut self) -> &mut Vec<u8> {
        if self.start == self.buffer.len() {
            self.discard();
        } else if self.start > 4096 && self.start > self.buffer.len() / 2 {
            self.buffer.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
        }
        &mut self.buffer
    }

    /// The next frame; `None` if more has to be read first.
    pub fn next_frame(&mut self) -> Option<Frame<'_>> {
        loop {
            let Some(end) = self.find_end() else {
                if self.skipping || self.buffer.len() - self.start > self.longest {
                    self.discard();
                    return (!std::mem::replace(&mut self.skipping, true)).then_some(Frame::TooLong);
                }
                return None;
            };
            let from = std::mem::replace(&mut self.start, end + 1);
            self.searched = self.start;
            if std::mem::take(&mut self.skipping) {
                continue;
            }
            return Some(if end - from > self.longest {
                Frame::TooLong
            } else {
                Frame::Whole(&self.buffer[from..end])
            });
        }
    }

    fn find_end(&mut self) -> Option<usize> {
        let found = self.buffer[self.searched..].iter().position(|&byte| byte == 0);
        let end = found.map(|offset| self.searched + offset);
        self.searched = end.unwrap_or(self.buffer.len());
        end
    }

    fn discard(&mut self) {
        self.buffer.clear();
        self.start = 0;
        self.searched = 0;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn frames(pieces: &[&[u8]], longest: usize) -> Vec<String> {
        let mut decoder = Decoder::new(longest);
        let mut seen = Vec::new();
        for piece in pieces {
            decoder.room().extend_from_slice(piece);
            while let Some(frame) = decoder.next_frame() {
                seen.push(match frame {
                    Frame::Whole(bytes) => String::from_utf8_lossy(bytes).into_owned(),
                    Frame::TooLong => "too long".into(),
                });
            }
        }
        seen
    }

    #[test]
    fn frames_end_with_nul_wherever_the_pieces_end() {
        assert_eq!(frames(&[b"one\0t", b"wo", b"\0\0thr"], 10), ["one", "two", ""]);
    }

    #[test]
    fn a_frame_without_end_is_thrown_away_once_and_the_next_one_is_read() {
        assert_eq!(frames(&[b"1234567", b"8901234567", b"4567\0next\0"], 8), ["too long", "next"]);
        assert_eq!(frames(&[b"123456789\0next\0"], 8), ["too long", "next"]);
        assert_eq!(frames(&[b"12345678\0"], 8), ["12345678"]);
    }

    #[test]
    fn memory_is_bounded_by_the_limit() {
        let mut decoder = Decoder::new(1000);
        for _ in 0..1000 {
            decoder.room().extend_from_slice(&[b'x'; 500]);
            while decoder.next_frame().is_some() {}
        }
        assert!(decoder.buffer.capacity() < 8000, "{}", decoder.buffer.capacity());
    }

    proptest! {
        #[test]
        fn pieces_do_not_matter(bytes in proptest::collection::vec(0u8..3, 0..200), cut in 1usize..9, longest in 0usize..6) {
            let whole = frames(&[&bytes], longest);
            let pieces: Vec<&[u8]> = bytes.chunks(cut).collect();
            prop_assert_eq!(frames(&pieces, longest), whole);
        }
    }
}
