//! A fast writer of text that is mostly known beforehand.
//!
//! Copies have lengths that the compiler knows, so that they become a few stores each; room for a whole stretch of text
//! is made once, with [`Pen::reserve`].

/// A piece of known text, padded so that it can be copied in one go.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    start: [u8; 128],
    rest: [u8; 16],
    length: usize,
}

/// How many bytes a [`Piece`] may have: enough for what stands between two cells' vision flags.
pub(crate) const LONGEST_PIECE: usize = 128 + 16;

impl Piece {
    /// # Panics
    /// If the text is too long.
    pub(crate) fn new(text: &str) -> Piece {
        let mut bytes = [0; LONGEST_PIECE];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        let (mut start, mut rest) = ([0; 128], [0; 16]);
        start.copy_from_slice(&bytes[..128]);
        rest.copy_from_slice(&bytes[128..]);
        Piece { start, rest, length: text.len() }
    }
}

/// Writes into a buffer that is reused from frame to frame.
#[derive(Debug, Default)]
pub(crate) struct Pen {
    buffer: Vec<u8>,
    at: usize,
}

impl Pen {
    /// Starts a new text.
    pub(crate) fn start(&mut self) {
        self.at = 0;
    }

    /// Makes room for that many bytes, the padding of a piece included.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        let wanted = self.at + bytes + LONGEST_PIECE;
        if self.buffer.len() < wanted {
            self.buffer.resize(wanted.next_multiple_of(4096), 0);
        }
    }

    /// Writes a text whose length is known here. Room for it must have been made, as for everything below.
    #[inline]
    pub(crate) fn text<const N: usize>(&mut self, text: &[u8; N]) -> &mut Pen {
        self.buffer[self.at..self.at + N].copy_from_slice(text);
        self.at += N;
        self
    }

    #[inline]
    pub(crate) fn piece(&mut self, piece: &Piece) -> &mut Pen {
        let (start, rest) = self.buffer[self.at..self.at + LONGEST_PIECE].split_at_mut(128);
        start.copy_from_slice(&piece.start);
        rest.copy_from_slice(&piece.rest);
        self.at += piece.length;
        self
    }

    /// Writes `true` or `false`.
    #[inline]
    pub(crate) fn flag(&mut self, flag: bool) {
        let text = if flag { *b"true\0\0\0\0" } else { *b"false\0\0\0" };
        self.buffer[self.at..self.at + 8].copy_from_slice(&text);
        self.at += 5 - usize::from(flag);
    }

    #[inline]
    pub(crate) fn number(&mut self, number: i64) -> &mut Pen {
        if (0..100).contains(&number) {
            let (tens, ones) = (number / 10, number % 10);
            self.buffer[self.at] = b'0' + tens as u8;
            self.at += usize::from(tens > 0);
            self.buffer[self.at] = b'0' + ones as u8;
            self.at += 1;
            return self;
        }
        self.long_number(number)
    }

    fn long_number(&mut self, number: i64) -> &mut Pen {
        let mut rest = number.unsigned_abs();
        if number < 0 {
            self.buffer[self.at] = b'-';
            self.at += 1;
        }
        let digits = rest.checked_ilog10().unwrap_or(0) as usize + 1;
        for place in self.buffer[self.at..self.at + digits].iter_mut().rev() {
            *place = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        self.at += digits;
        self
    }

    /// Takes back the last byte if it is a comma: the one after a list's last element.
    #[inline]
    pub(crate) fn drop_comma(&mut self) -> &mut Pen {
        if self.at > 0 && self.buffer[self.at - 1] == b',' {
            self.at -= 1;
        }
        self
    }

    pub(crate) fn written(&self) -> &[u8] {
        &self.buffer[..self.at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_flags_are_written_as_json() {
        let mut pen = Pen::default();
        pen.start();
        pen.reserve(500);
        for number in [0, 7, 10, 99, 100, -1, -45, 1_234_567, i64::MAX, i64::MIN] {
            pen.number(number).text(b" ");
        }
        pen.flag(true);
        pen.flag(false);
        pen.piece(&Piece::new("abc,"));
        pen.drop_comma().drop_comma();
        let wanted = format!("0 7 10 99 100 -1 -45 1234567 {} {} truefalseabc", i64::MAX, i64::MIN);
        assert_eq!(std::str::from_utf8(pen.written()).unwrap(), wanted);
        pen.start();
        assert_eq!(pen.text(b"x").written(), b"x");
    }

    #[test]
    fn a_piece_may_be_as_long_as_it_has_room() {
        let long = "0123456789abcdef".repeat(LONGEST_PIECE / 16);
        let mut pen = Pen::default();
        pen.reserve(long.len());
        assert_eq!(pen.piece(&Piece::new(&long)).written(), long.as_bytes());
    }
}
