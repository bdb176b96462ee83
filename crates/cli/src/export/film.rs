//! A stretch of a match in motion, as GIF.

use anyhow::{Context, Result, bail};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use png::{ColorType, Decoder, Transformations};

use super::browser::Browser;
use crate::ends::misuse;

/// Pictures in a second.
const RATE: f64 = 12.5;
/// How long one of them stays, in the hundredths of a second that GIF counts in.
const STAY: u16 = 8;
/// How long the last one stays before it all begins again.
const LAST: u16 = 150;
/// More pictures than this are no file to send to anybody.
const MOST: usize = 1000;

/// The moments at which pictures are taken.
fn moments(lengths: &[f64], from: u32, to: u32, speed: f64) -> Vec<f64> {
    let step = 1000.0 / RATE * speed;
    let mut moments = Vec::new();
    // How far into the window at hand the next picture is.
    let mut into = 0.0;
    for window in from..to {
        let length = lengths.get(window as usize).copied().unwrap_or(1.0).max(1.0);
        while into < length {
            moments.push(f64::from(window) + into / length);
            into += step;
        }
        into -= length;
    }
    moments.push(f64::from(to));
    moments
}

pub(super) fn film(
    browser: &mut Browser,
    lengths: &[f64],
    from: u32,
    to: u32,
    speed: f64,
) -> Result<Vec<u8>> {
    let moments = moments(lengths, from, to, speed);
    if moments.len() > MOST {
        let enough = speed * moments.len() as f64 / MOST as f64;
        misuse!(
            "steps {from} to {to} would be {} pictures, more than {MOST}; take a shorter stretch with --from and --to, or --speed {:.0}",
            moments.len(),
            enough.ceil()
        );
    }
    let bar = indicatif::ProgressBar::new(moments.len() as u64);
    bar.set_style(indicatif::ProgressStyle::with_template("{pos}/{len} pictures {wide_bar} {eta}")?);
    let mut reel: Option<Reel> = None;
    for moment in moments {
        let picture = decode(&browser.shot(moment)?)?;
        match &mut reel {
            Some(reel) => reel.add(picture)?,
            None => reel = Some(Reel::begin(picture)?),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    reel.context("there is no picture")?.end()
}

/// A picture in memory: four bytes for each point.
struct Picture {
    width: u16,
    height: u16,
    points: Vec<u8>,
}

fn decode(bytes: &[u8]) -> Result<Picture> {
    let mut decoder = Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let mut reader = decoder.read_info().context("the browser's picture cannot be read")?;
    let room = reader.output_buffer_size().context("the browser's picture is too large")?;
    let mut points = vec![0; room];
    let info = reader.next_frame(&mut points).context("the browser's picture cannot be read")?;
    if info.color_type != ColorType::Rgba {
        bail!("the browser's picture has no colours");
    }
    Ok(Picture { width: u16::try_from(info.width)?, height: u16::try_from(info.height)?, points })
}

/// A GIF that grows. Of each picture only the part that differs from the one before is written.
struct Reel {
    encoder: Encoder<Vec<u8>>,
    shown: Picture,
    /// Not written yet, because it stays as long as nothing changes.
    waiting: Frame<'static>,
}

impl Reel {
    fn begin(picture: Picture) -> Result<Reel> {
        let mut encoder = Encoder::new(Vec::new(), picture.width, picture.height, &[])?;
        encoder.set_repeat(Repeat::Infinite)?;
        let all = Part { left: 0, top: 0, width: picture.width, height: picture.height };
        Ok(Reel { encoder, waiting: frame(&picture, all), shown: picture })
    }

    fn add(&mut self, picture: Picture) -> Result<()> {
        match differing(&self.shown, &picture) {
            None => self.waiting.delay = self.waiting.delay.saturating_add(STAY),
            Some(part) => {
                self.encoder.write_frame(&self.waiting)?;
                self.waiting = frame(&picture, part);
                self.shown = picture;
            }
        }
        Ok(())
    }

    fn end(mut self) -> Result<Vec<u8>> {
        self.waiting.delay = self.waiting.delay.saturating_add(LAST);
        self.encoder.write_frame(&self.waiting)?;
        Ok(self.encoder.into_inner()?)
    }
}

/// A rectangle of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Part {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

/// Where two pictures of one size differ.
fn differing(one: &Picture, other: &Picture) -> Option<Part> {
    let row = usize::from(one.width) * 4;
    let (mut left, mut right, mut top, mut bottom) = (u16::MAX, 0, u16::MAX, 0);
    let rows = one.points.chunks_exact(row).zip(other.points.chunks_exact(row));
    for (y, (a, b)) in (0..).zip(rows).filter(|(_, (a, b))| a != b) {
        let points = || a.chunks_exact(4).zip(b.chunks_exact(4));
        let first = points().position(|(a, b)| a != b)?;
        let last = points().rposition(|(a, b)| a != b)?;
        left = left.min(first as u16);
        right = right.max(last as u16);
        top = top.min(y);
        bottom = y;
    }
    (top <= bottom && left <= right).then(|| Part {
        left,
        top,
        width: right - left + 1,
        height: bottom - top + 1,
    })
}

fn frame(picture: &Picture, part: Part) -> Frame<'static> {
    let row = usize::from(picture.width) * 4;
    let (from, wide) = (usize::from(part.left) * 4, usize::from(part.width) * 4);
    let rows = picture.points.chunks_exact(row).skip(part.top.into()).take(part.height.into());
    let mut points: Vec<u8> = rows.flat_map(|row| &row[from..from + wide]).copied().collect();
    let mut frame = Frame::from_rgba_speed(part.width, part.height, &mut points, 10);
    frame.left = part.left;
    frame.top = part.top;
    frame.delay = STAY;
    frame.dispose = DisposalMethod::Keep;
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_taken_at_one_pace_however_long_windows_are() {
        assert_eq!(moments(&[160.0, 80.0, 40.0, 40.0], 0, 4, 1.0), [0.0, 0.5, 1.0, 2.0, 4.0]);
        assert_eq!(moments(&[160.0, 80.0, 40.0, 40.0], 1, 2, 1.0), [1.0, 2.0]);
        assert_eq!(moments(&[160.0, 160.0], 0, 2, 2.0), [0.0, 1.0, 2.0]);
    }

    #[test]
    fn only_what_changed_is_written() {
        let blank = || Picture { width: 4, height: 3, points: vec![255; 48] };
        assert_eq!(differing(&blank(), &blank()), None);
        let mut other = blank();
        other.points[4 * 5] = 0;
        other.points[4 * 11] = 0;
        assert_eq!(differing(&blank(), &other), Some(Part { left: 1, top: 1, width: 3, height: 2 }));
    }
}
