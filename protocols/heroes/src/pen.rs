//! A fast writer of text that is mostly known beforehand.

/// How many bytes a [`Piece`] may have: enough for what stands between two cells' vision flags.
const ROOM: usize = 160;

/// A piece of known text, padded so that it can be copied in one go.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    bytes: [u8; ROOM],
    length: usize,
}

impl Piece {
    /// # Panics
    /// If the text is too long.
    pub(crate) fn new(text: &str) -> Piece {
        let mut bytes = [0; ROOM];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Piece { bytes, length: text.len() }
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
    pub(crate) fn start(&mut self) -> &mut Pen {
        self.at = 0;
        self
    }

    /// Makes sure that many bytes can be written before the next growth.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        let wanted = self.at + bytes + ROOM;
        if self.buffer.len() < wanted {
            self.buffer.resize(wanted.next_multiple_of(4096), 0);
        }
    }

    pub(crate) fn text(&mut self, text: &str) -> &mut Pen {
        self.reserve(text.len());
        self.buffer[self.at..self.at + text.len()].copy_from_slice(text.as_bytes());
        self.at += text.len();
        self
    }

    /// Writes a piece. The room for it must have been reserved.
    pub(crate) fn piece(&mut self, piece: &Piece) {
        self.buffer[self.at..self.at + ROOM].copy_from_slice(&piece.bytes);
        self.at += piece.length;
    }

    /// Writes `true` or `false`. The room for it must have been reserved.
    pub(crate) fn flag(&mut self, flag: bool) {
        let (text, length) = if flag { (b"true\0", 4) } else { (b"false", 5) };
        self.buffer[self.at..self.at + 5].copy_from_slice(text);
        self.at += length;
    }

    pub(crate) fn number(&mut self, number: i64) -> &mut Pen {
        self.reserve(20);
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
        for number in [0, 7, 10, 99, 100, -1, -45, 1_234_567, i64::MAX, i64::MIN] {
            pen.number(number).text(" ");
        }
        pen.reserve(100);
        pen.flag(true);
        pen.flag(false);
        pen.piece(&Piece::new("abc,"));
        pen.drop_comma().drop_comma();
        let wanted = format!("0 7 10 99 100 -1 -45 1234567 {} {} truefalseabc", i64::MAX, i64::MIN);
        assert_eq!(std::str::from_utf8(pen.written()).unwrap(), wanted);
        assert_eq!(pen.start().text("x").written(), b"x");
    }
}
