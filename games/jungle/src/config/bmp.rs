//! Maps as BMP pictures: 1, 4, 8, 24 and 32 bits a pixel, uncompressed, bottom-up or top-down (spec 10.1).

use thiserror::Error;

use super::map::{Map, MapError, Tile};

/// What is wrong with a picture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BmpError {
    /// The file ends too early.
    #[error("the BMP file ends after {found} bytes, but its {part} needs {needed}: it was cut short")]
    Short {
        /// What could not be read.
        part: &'static str,
        /// How many bytes it needs.
        needed: usize,
        /// How many there are.
        found: usize,
    },
    /// The header is of a kind nobody uses.
    #[error("the BMP header says it is {0} bytes long: save the picture as a plain Windows BMP")]
    Header(u32),
    /// Width or height is zero or senseless.
    #[error("the BMP header says {width} × {height} pixels: save the picture again")]
    Size {
        /// The width as written.
        width: i64,
        /// The height as written.
        height: i64,
    },
    /// The pixels are packed.
    #[error("the BMP is packed (method {0}): save it without compression")]
    Packed(u32),
    /// The pixels have a size that cannot hold the colours.
    #[error("the BMP has {0} bits a pixel: save it with 24")]
    Depth(u16),
    /// A pixel names a colour that the palette does not have.
    #[error("pixel {x},{y} names colour {index} of a palette with {colours}: save the picture again")]
    Palette {
        /// The column.
        x: usize,
        /// The row from the top.
        y: usize,
        /// The number in the pixel.
        index: usize,
        /// How many colours there are.
        colours: usize,
    },
    /// A pixel has a colour that stands for nothing.
    #[error(
        "pixel {x},{y} has the colour {red},{green},{blue}, which is not a tile: use white (floor), 255,0,0 (spawn), \
         0,255,0 (diamond), 51,51,51 (water), 0,0,0 (stone) or 204,204,204 (trap)"
    )]
    Colour {
        /// The column.
        x: usize,
        /// The row from the top.
        y: usize,
        /// Red.
        red: u8,
        /// Green.
        green: u8,
        /// Blue.
        blue: u8,
    },
}

/// The bytes of the file with checked reads.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn part(&self, part: &'static str, start: usize, length: usize) -> Result<&'a [u8], BmpError> {
        let needed = start.saturating_add(length);
        self.0.get(start..needed).ok_or(BmpError::Short { part, needed, found: self.0.len() })
    }

    fn u16(&self, part: &'static str, start: usize) -> Result<u16, BmpError> {
        let bytes = self.part(part, start, 2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn u32(&self, part: &'static str, start: usize) -> Result<u32, BmpError> {
        let bytes = self.part(part, start, 4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }
}

/// Where the three colours of a 32-bit pixel are.
type Masks = [u32; 3];

/// Reads a map from a BMP file.
pub(super) fn read_bmp(file: &[u8]) -> Result<Map, MapError> {
    let bytes = Bytes(file);
    let offset = bytes.u32("header", 10)? as usize;
    let header = bytes.u32("header", 14)?;
    // The oldest header has 16-bit sizes and palette entries of three bytes.
    let old = header == 12;
    let (width, height) = if old {
        (i64::from(bytes.u16("header", 18)?), i64::from(bytes.u16("header", 20)?))
    } else if (40..=1024).contains(&header) {
        (i64::from(bytes.u32("header", 18)? as i32), i64::from(bytes.u32("header", 22)? as i32))
    } else {
        return Err(BmpError::Header(header).into());
    };
    if width <= 0 || height == 0 {
        return Err(BmpError::Size { width, height }.into());
    }
    let (columns, rows) = (width as usize, height.unsigned_abs() as usize);
    if columns > Map::MOST || rows > Map::MOST {
        return Err(MapError::TooLarge { width: columns, height: rows });
    }
    let depth = bytes.u16("header", if old { 24 } else { 28 })?;
    let packing = if old { 0 } else { bytes.u32("header", 30)? };
    let mut masks: Masks = [0xff_0000, 0xff00, 0xff];
    match (packing, depth) {
        (0, _) => {}
        (3 | 6, 32) => {
            for (i, mask) in masks.iter_mut().enumerate() {
                *mask = bytes.u32("colour masks", 54 + 4 * i)?;
            }
        }
        _ => return Err(BmpError::Packed(packing).into()),
    }
    let palette = match depth {
        1 | 4 | 8 => read_palette(&bytes, header as usize, depth, old)?,
        24 | 32 => Vec::new(),
        _ => return Err(BmpError::Depth(depth).into()),
    };

    // Rows are padded to four bytes.
    let stride = (columns * usize::from(depth)).div_ceil(32) * 4;
    let mut tiles = Vec::with_capacity(columns * rows);
    for y in 0..rows {
        // A negative height means that the first row of the file is the top one.
        let row = if height < 0 { y } else { rows - 1 - y };
        // The last row's padding is often left out.
        let length = (columns * usize::from(depth)).div_ceil(8);
        let line = bytes.part("pixels", offset.saturating_add(row * stride), length)?;
        for x in 0..columns {
            let [red, green, blue] = match depth {
                24 => [line[3 * x + 2], line[3 * x + 1], line[3 * x]],
                32 => {
                    let raw = &line[4 * x..4 * x + 4];
                    let pixel = u32::from_le_bytes([raw[0], raw[1], raw[2], raw[3]]);
                    masks.map(|mask| ((pixel & mask) >> mask.trailing_zeros().min(31)) as u8)
                }
                _ => {
                    let per_byte = 8 / usize::from(depth);
                    let shift = 8 - usize::from(depth) * (x % per_byte + 1);
                    let index = usize::from(line[x / per_byte]) >> shift & ((1 << depth) - 1);
                    let colours = palette.len();
                    *palette.get(index).ok_or(BmpError::Palette { x, y, index, colours })?
                }
            };
            let tile = Tile::ALL.into_iter().find(|tile| tile.colour() == [red, green, blue]);
            tiles.push(tile.ok_or(BmpError::Colour { x, y, red, green, blue })?);
        }
    }
    Map::new(columns, tiles)
}

fn read_palette(bytes: &Bytes<'_>, header: usize, depth: u16, old: bool) -> Result<Vec<[u8; 3]>, BmpError> {
    let most = 1usize << depth;
    let told = if old { 0 } else { bytes.u32("header", 46)? as usize };
    let count = if told == 0 { most } else { told.min(most) };
    let size = if old { 3 } else { 4 };
    let table = bytes.part("palette", 14 + header, count * size)?;
    Ok(table.chunks(size).map(|entry| [entry[2], entry[1], entry[0]]).collect())
}

/// The map as the contest wrote its maps: 24 bits a pixel, bottom-up, a header of 54 bytes.
pub fn write_bmp(map: &Map) -> Vec<u8> {
    let (width, height) = (map.width(), map.height());
    let stride = (width * 3).div_ceil(4) * 4;
    let pixels = stride * height;
    let mut file = Vec::with_capacity(54 + pixels);
    file.extend(b"BM");
    for number in [54 + pixels as u32, 0, 54, 40, width as u32, height as u32, 1 | 24 << 16, 0, pixels as u32]
    {
        file.extend(number.to_le_bytes());
    }
    // 72 dots an inch both ways, no palette.
    for number in [2835u32, 2835, 0, 0] {
        file.extend(number.to_le_bytes());
    }
    for y in (0..height).rev() {
        let start = file.len();
        for x in 0..width {
            let at = super::Point { x: x as i32, y: y as i32 };
            let [red, green, blue] = map.tile(at).expect("the point is on the map").colour();
            file.extend([blue, green, red]);
        }
        file.resize(start + stride, 0);
    }
    file
}
