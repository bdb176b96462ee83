//! What detectives tell each other in noughts and ones: whom I hunt, then whom I have seen where.

/// Widths of the numbers in a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Code {
    prey: usize,
    node: usize,
}

/// A message that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Report {
    /// Whom the sender hunts, by place in the list of prey.
    pub(super) target: usize,
    /// Whom it has seen, and where.
    pub(super) seen: Vec<(usize, usize)>,
}

impl Code {
    /// A code for so many prey in a city of so many nodes.
    pub(super) fn new(prey: usize, nodes: usize) -> Code {
        let width = |count: usize| (usize::BITS - count.saturating_sub(1).leading_zeros()).max(1) as usize;
        Code { prey: width(prey), node: width(nodes) }
    }

    pub(super) fn write(self, report: &Report) -> String {
        let mut text = format!("{:0width$b}", report.target, width = self.prey);
        for &(prey, node) in &report.seen {
            text += &format!("{prey:0a$b}{node:0b$b}", a = self.prey, b = self.node);
        }
        text
    }

    /// Anything but a detective's message is passed over.
    pub(super) fn read(self, text: &str) -> Option<Report> {
        let number = |bits: &str| usize::from_str_radix(bits, 2).ok();
        if !text.is_ascii() || text.len() < self.prey {
            return None;
        }
        let (target, rest) = text.split_at(self.prey);
        let one = self.prey + self.node;
        if rest.len() % one != 0 {
            return None;
        }
        let mut seen = Vec::new();
        for i in 0..rest.len() / one {
            let (prey, node) = rest[i * one..][..one].split_at(self.prey);
            seen.push((number(prey)?, number(node)?));
        }
        Some(Report { target: number(target)?, seen })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        for (prey, nodes) in [(1, 1), (4, 250), (5, 16), (64, 4096)] {
            let code = Code::new(prey, nodes);
            let report = Report { target: prey - 1, seen: vec![(0, nodes - 1), (prey - 1, 0)] };
            assert_eq!(code.read(&code.write(&report)), Some(report));
        }
        assert_eq!(Code::new(4, 100).read("0"), None);
        assert_eq!(Code::new(4, 100).read("01x"), None);
        assert_eq!(Code::new(4, 100).read("01").map(|report| report.target), Some(1));
    }
}
