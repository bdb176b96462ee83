use crate::drawing::{Drawing, Look};

/// A map that is a graph, on a sheet of characters: ways as dots, places as labels.
pub(crate) struct Canvas {
    width: usize,
    height: usize,
    cells: Vec<(char, Look)>,
    /// Cells that a label has, with a blank around it.
    taken: Vec<bool>,
    low: [f64; 2],
    span: [f64; 2],
}

impl Canvas {
    /// A sheet that all these places fit on.
    pub(crate) fn new(width: usize, height: usize, places: impl Iterator<Item = [f64; 2]>) -> Canvas {
        let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
        for place in places {
            for axis in 0..2 {
                low[axis] = low[axis].min(place[axis]);
                high[axis] = high[axis].max(place[axis]);
            }
        }
        let span = [0, 1].map(|axis| (high[axis] - low[axis]).max(1e-9));
        let cells = vec![(' ', Look::Plain); width * height];
        Canvas { width, height, taken: vec![false; cells.len()], cells, low, span }
    }

    /// Where a place is: column and line. Labels need room to the right.
    pub(crate) fn spot(&self, place: [f64; 2]) -> (usize, usize) {
        const LABEL: usize = 6;
        let part = |axis: usize| ((place[axis] - self.low[axis]) / self.span[axis]).clamp(0.0, 1.0);
        let column = part(0) * self.width.saturating_sub(LABEL) as f64;
        let line = part(1) * self.height.saturating_sub(1) as f64;
        (column.round() as usize, line.round() as usize)
    }

    /// Draws a way. All ways come before the first label.
    pub(crate) fn way(&mut self, from: [f64; 2], to: [f64; 2]) {
        let (from, to) = (self.spot(from), self.spot(to));
        let steps = from.0.abs_diff(to.0).div_ceil(2).max(from.1.abs_diff(to.1)).max(1);
        for step in 0..=steps {
            let part = step as f64 / steps as f64;
            let between = |a: usize, b: usize| (a as f64 + (b as f64 - a as f64) * part).round() as usize;
            let at = between(from.1, to.1) * self.width + between(from.0, to.0);
            self.cells[at] = ('·', Look::Faint);
        }
    }

    /// Writes a label at a place, or as near as there is room; where there is none it is left out.
    pub(crate) fn label(&mut self, place: [f64; 2], label: &str, look: Look) -> bool {
        let (column, line) = self.spot(place);
        let letters: Vec<char> = label.chars().collect();
        let mut spots: Vec<(usize, usize, usize)> = Vec::new();
        for down in -1i32..=1 {
            for right in -8i32..=8 {
                let (to, into) = (line as i32 + down, column as i32 + right);
                let last = self.width as i32 - letters.len() as i32;
                if (0..self.height as i32).contains(&to) && (0..=last).contains(&into) {
                    let far = right.unsigned_abs() + 4 * down.unsigned_abs();
                    spots.push((far as usize, to as usize, into as usize));
                }
            }
        }
        spots.sort_unstable();
        let free = |&(_, line, column): &(usize, usize, usize)| {
            let first = line * self.width + column;
            self.taken[first..first + letters.len()].iter().all(|taken| !taken)
        };
        let Some((_, line, column)) = spots.into_iter().find(free) else { return false };
        let first = line * self.width + column;
        for (cell, &letter) in self.cells[first..].iter_mut().zip(&letters) {
            *cell = (letter, look);
        }
        let blank = first.saturating_sub(usize::from(column > 0));
        let end = (first + letters.len() + 1).min((line + 1) * self.width);
        self.taken[blank..end].fill(true);
        true
    }

    pub(crate) fn drawing(&self) -> Drawing {
        let mut drawing = Drawing::new();
        for row in self.cells.chunks(self.width) {
            let line = drawing.line();
            row.iter().for_each(|(letter, look)| {
                line.put(letter.encode_utf8(&mut [0; 4]), *look);
            });
        }
        drawing
    }
}
