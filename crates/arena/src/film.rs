//! The reel of a match while it is made, or after it was made again from its record: a [`Camera`] takes lines, any number
//! of readers follow the [`Film`] from its beginning.
//!
//! The lines are in a file that has no name, so that nothing is left of it whatever ends this program. Only the opening
//! and the last lines of an unfinished film are in memory.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};

use bytes::Bytes;
use futures_util::stream::{self, BoxStream, StreamExt};
use serde_json::value::RawValue;
use tokio::sync::watch;

use crate::disclosure::Sight;

/// The bytes of a reel as they come.
pub type ReelStream = BoxStream<'static, Bytes>;

/// How many of the last lines are kept in memory while a film is made.
const LINES_KEPT: usize = 64;
/// How many bytes of them; the last line is kept in any case.
const BYTES_KEPT: usize = 1 << 20;
/// How many bytes a reader takes at once.
const PIECE: usize = 256 << 10;
/// How a line begins that shows a window.
const FRAME: &[u8] = b"{\"kind\":\"frame\"";
/// The longest delay, in lines.
pub(crate) const LONGEST_DELAY: u32 = 1000;
/// The longest film.
const LONGEST: u64 = 1 << 30;

/// Takes the lines of a film. Dropping it ends the film.
pub struct Camera {
    film: Film,
    file: Arc<File>,
    end: u64,
}

/// A film that can be followed, also while it is made.
#[derive(Clone)]
pub struct Film(Arc<Inner>);

struct Inner {
    file: Arc<File>,
    roll: Mutex<Roll>,
    changed: watch::Sender<()>,
}

#[derive(Default)]
struct Roll {
    /// The first line.
    opening: Option<Bytes>,
    /// The last lines with their places, while the film is made.
    latest: VecDeque<(u64, Bytes)>,
    latest_bytes: usize,
    /// Where the last lines begin, as many as the longest delay asks for.
    places: VecDeque<u64>,
    lines: u32,
    frames: u32,
    /// Where the film ends by now.
    end: u64,
    over: bool,
    /// Why it broke off.
    broken: Option<Bytes>,
}

impl Camera {
    /// A new film whose file lies in a folder.
    pub fn create(folder: &Path) -> io::Result<Camera> {
        let file = Arc::new(tempfile::tempfile_in(folder)?);
        let inner = Inner { file: file.clone(), roll: Mutex::default(), changed: watch::Sender::new(()) };
        Ok(Camera { film: Film(Arc::new(inner)), file, end: 0 })
    }

    /// The film that this camera makes.
    pub fn film(&self) -> Film {
        self.film.clone()
    }

    /// Takes one line, with its newline. Writes to the disk, so it is called where one may wait. After trouble with the
    /// disk the film ends with a line that says so, and nothing more is taken: `false`.
    pub fn take(&mut self, line: String) -> bool {
        if self.film.lock().over {
            return false;
        }
        let line = Bytes::from(line);
        if self.end + line.len() as u64 > LONGEST {
            self.break_off("the match is too long to be shown further");
            return false;
        }
        if let Err(error) = self.file.write_all_at(&line, self.end) {
            self.break_off(&format!("the rest could not be written down: {error}"));
            return false;
        }
        let mut roll = self.film.lock();
        roll.opening.get_or_insert_with(|| line.clone());
        roll.latest_bytes += line.len();
        roll.latest.push_back((self.end, line.clone()));
        roll.places.push_back(self.end);
        if roll.places.len() > LONGEST_DELAY as usize {
            roll.places.pop_front();
        }
        self.end += line.len() as u64;
        (roll.end, roll.lines) = (self.end, roll.lines + 1);
        roll.frames += u32::from(line.starts_with(FRAME));
        while roll.latest.len() > LINES_KEPT || (roll.latest.len() > 1 && roll.latest_bytes > BYTES_KEPT) {
            roll.latest_bytes -= roll.latest.pop_front().map_or(0, |(_, line)| line.len());
        }
        drop(roll);
        self.film.0.changed.send_replace(());
        true
    }

    /// Ends the film before its time with a reason for whoever follows it.
    pub fn break_off(&mut self, reason: &str) {
        let mut roll = self.film.lock();
        if !roll.over {
            roll.broken = Some(trouble(reason));
        }
        drop(roll);
        self.film.finish();
    }
}

impl Drop for Camera {
    fn drop(&mut self) {
        self.film.finish();
    }
}

/// The last line of a reel that has no outcome.
fn trouble(reason: &str) -> Bytes {
    Bytes::from(format!("{}\n", serde_json::json!({ "kind": "end", "trouble": reason })))
}

impl Film {
    fn finish(&self) {
        let mut roll = self.lock();
        roll.over = true;
        // Whoever is behind reads the file; whoever comes later too.
        roll.latest = VecDeque::new();
        roll.latest_bytes = 0;
        roll.places = VecDeque::new();
        drop(roll);
        self.0.changed.send_replace(());
    }

    /// Whether this is the same film.
    pub fn is(&self, other: &Film) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// How many lines there are by now, the opening included.
    pub fn lines(&self) -> u32 {
        self.lock().lines
    }

    /// How many windows it shows by now.
    pub fn windows(&self) -> u32 {
        self.lock().frames
    }

    /// How many bytes of memory it holds.
    pub fn held(&self) -> usize {
        let roll = self.lock();
        let places = roll.places.capacity() * size_of::<u64>();
        roll.latest_bytes + places + roll.opening.as_ref().map_or(0, Bytes::len)
    }

    /// How many bytes its file has.
    pub fn size(&self) -> u64 {
        self.lock().end
    }

    /// Whether nothing more will come.
    pub fn is_over(&self) -> bool {
        self.lock().over
    }

    /// Waits until nothing more will come.
    pub(crate) async fn finished(&self) {
        let mut changed = self.0.changed.subscribe();
        while !self.is_over() && changed.changed().await.is_ok() {}
    }

    /// Whether it has all its lines.
    pub(crate) fn is_whole(&self) -> bool {
        let roll = self.lock();
        roll.over && roll.broken.is_none() && roll.lines > 0
    }

    /// All lines from the first, then what comes, until the end.
    pub(crate) fn follow(&self, sight: Sight) -> ReelStream {
        let reader =
            Reader { film: self.clone(), changed: self.0.changed.subscribe(), sight, at: 0, done: false };
        stream::unfold(reader, |mut reader| async move {
            let piece = reader.next().await?;
            Some((piece, reader))
        })
        // Whoever compresses it asks once more after its end.
        .fuse()
        .boxed()
    }

    /// The film from its beginning, so many windows late and without the seed, as strangers may see it while it is made.
    pub fn follow_late(&self, delay: u32) -> ReelStream {
        self.follow(Sight { delay: delay.min(LONGEST_DELAY), seed: false })
    }

    /// All lines from the first, then what comes, until the end, with nothing hidden.
    pub fn follow_all(&self) -> ReelStream {
        self.follow(Sight::ALL)
    }

    /// How the match stands, as strangers may see it who see everything so many windows late: the opening without its seed, and the last
    /// window with its place in the film, if it is in memory. Nothing where the film is over or has not begun.
    pub fn now(&self, delay: u32) -> Option<(Bytes, Option<(u64, Bytes)>)> {
        let roll = self.lock();
        let opening = roll.opening.as_ref().filter(|_| !roll.over)?;
        let seen = roll.seen(delay.min(LONGEST_DELAY));
        let mut lines = roll.latest.iter().rev();
        let last = lines.find(|(place, line)| *place < seen && line.starts_with(FRAME));
        Some((without_seed(opening), last.cloned()))
    }

    /// Copies a whole film somewhere; waits for the disk.
    pub fn copy_to(&self, out: &mut impl io::Write) -> io::Result<()> {
        let (mut at, end) = (0, self.size());
        let mut piece = vec![0; PIECE];
        while at < end {
            let wanted = piece.len().min((end - at) as usize);
            let read = self.0.file.read_at(&mut piece[..wanted], at)?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            out.write_all(&piece[..read])?;
            at += read as u64;
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Roll> {
        self.0.roll.lock().expect("nobody panics while holding this lock")
    }
}

/// Somebody who follows a film.
struct Reader {
    film: Film,
    changed: watch::Receiver<()>,
    sight: Sight,
    /// Where it has come to.
    at: u64,
    done: bool,
}

/// What a reader does next.
enum Step {
    Give(Bytes),
    Read { from: u64, to: u64 },
    Wait,
    End,
}

impl Reader {
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            match self.step() {
                Step::Give(piece) => return Some(piece),
                Step::Read { from, to } => match read(self.film.0.file.clone(), from, to).await {
                    Ok(piece) => {
                        self.at += piece.len() as u64;
                        return Some(piece);
                    }
                    Err(error) => {
                        self.done = true;
                        return Some(trouble(&format!("the match cannot be read back: {error}")));
                    }
                },
                Step::Wait => self.changed.changed().await.ok()?,
                Step::End => return None,
            }
        }
    }

    fn step(&mut self) -> Step {
        // What changes from here on wakes the wait below.
        self.changed.mark_unchanged();
        let roll = self.film.lock();
        if self.done {
            return Step::End;
        }
        if self.at == 0
            && let Some(opening) = &roll.opening
        {
            self.at = opening.len() as u64;
            return Step::Give(if self.sight.seed { opening.clone() } else { without_seed(opening) });
        }
        let seen = roll.seen(self.sight.delay);
        if self.at < seen {
            return match roll.in_memory(self.at, seen) {
                Some(piece) => {
                    self.at += piece.len() as u64;
                    Step::Give(piece)
                }
                None => Step::Read { from: self.at, to: seen.min(self.at + PIECE as u64) },
            };
        }
        if !roll.over {
            return Step::Wait;
        }
        self.done = true;
        roll.broken.clone().map_or(Step::End, Step::Give)
    }
}

impl Roll {
    /// How far somebody sees who sees everything so many windows late.
    fn seen(&self, delay: u32) -> u64 {
        if self.over || delay == 0 {
            return self.end;
        }
        let late = self.places.len().saturating_sub(delay as usize);
        self.places.get(late).copied().unwrap_or(self.end)
    }

    /// The lines from a place on, if they are in memory.
    fn in_memory(&self, from: u64, to: u64) -> Option<Bytes> {
        let first = self.latest.partition_point(|(place, _)| *place < from);
        let (place, line) = self.latest.get(first)?;
        (*place == from && *place < to).then(|| line.clone())
    }
}

async fn read(file: Arc<File>, from: u64, to: u64) -> io::Result<Bytes> {
    let reading = tokio::task::spawn_blocking(move || {
        let mut piece = vec![0; (to - from) as usize];
        file.read_exact_at(&mut piece, from)?;
        Ok(Bytes::from(piece))
    });
    reading.await.map_err(io::Error::other)?
}

/// The opening with an empty seed.
fn without_seed(opening: &Bytes) -> Bytes {
    let fields: Result<std::collections::BTreeMap<String, Box<RawValue>>, _> =
        serde_json::from_slice(opening);
    let Ok(mut fields) = fields else { return trouble("the match cannot be shown before it is over") };
    fields
        .insert("seed".to_owned(), RawValue::from_string(r#""""#.to_owned()).expect("an empty text is JSON"));
    let mut line = serde_json::to_vec(&fields).expect("what was JSON is JSON");
    line.push(b'\n');
    line.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera() -> Camera {
        Camera::create(&std::env::temp_dir()).unwrap()
    }

    async fn text(stream: ReelStream) -> String {
        let pieces: Vec<Bytes> = stream.collect().await;
        String::from_utf8(pieces.concat()).unwrap()
    }

    async fn next(stream: &mut ReelStream) -> Option<String> {
        stream.next().await.map(|piece| String::from_utf8(piece.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn whoever_comes_late_sees_everything_from_the_beginning() {
        let mut camera = camera();
        let film = camera.film();
        camera.take("one\n".into());
        let mut early = film.follow_all();
        assert_eq!(next(&mut early).await.as_deref(), Some("one\n"));
        camera.take("two\n".into());
        let late = film.follow_all();
        assert_eq!(next(&mut early).await.as_deref(), Some("two\n"));
        camera.take("three\n".into());
        drop(camera);
        assert_eq!(text(early).await, "three\n");
        assert_eq!(text(late).await, "one\ntwo\nthree\n");
        assert_eq!(text(film.follow_all()).await, "one\ntwo\nthree\n");
    }

    #[tokio::test]
    async fn a_long_film_is_on_the_disk_and_hardly_in_memory() {
        let mut camera = camera();
        let film = camera.film();
        let line = |i: usize| format!("{i:05} {}\n", "x".repeat(20_000));
        let wanted: String = (0..500).map(line).collect();
        for i in 0..500 {
            assert!(camera.take(line(i)));
        }
        assert_eq!((film.size(), film.lines()), (wanted.len() as u64, 500));
        assert!(film.held() <= BYTES_KEPT + 3 * 20_100, "{} bytes in memory", film.held());
        let follower = film.follow_all();
        drop(camera);
        assert!(film.held() < 20_100, "{} bytes in memory", film.held());
        assert!(text(follower).await == wanted);
        let mut copy = Vec::new();
        film.copy_to(&mut copy).unwrap();
        assert!(copy == wanted.into_bytes());
    }

    #[tokio::test]
    async fn a_delayed_reader_is_so_many_windows_late_until_the_end() {
        let mut camera = camera();
        for line in ["{}\n", "1\n", "2\n", "3\n"] {
            camera.take(line.into());
        }
        let mut late = camera.film().follow(Sight { delay: 2, seed: true });
        assert_eq!(next(&mut late).await.as_deref(), Some("{}\n"));
        assert_eq!(next(&mut late).await.as_deref(), Some("1\n"));
        camera.take("4\n".into());
        assert_eq!(next(&mut late).await.as_deref(), Some("2\n"));
        drop(camera);
        assert_eq!(text(late).await, "3\n4\n");
    }

    #[tokio::test]
    async fn a_hidden_seed_is_in_no_byte_of_the_opening() {
        let mut camera = camera();
        camera.take("{\"kind\":\"opening\",\"seed\":\"4711\",\"config\":{\"a\":1.5}}\n".into());
        camera.take("{\"kind\":\"end\"}\n".into());
        let film = camera.film();
        drop(camera);
        let hidden = text(film.follow(Sight { delay: 0, seed: false })).await;
        assert_eq!(
            hidden,
            "{\"config\":{\"a\":1.5},\"kind\":\"opening\",\"seed\":\"\"}\n{\"kind\":\"end\"}\n"
        );
        assert!(text(film.follow_all()).await.contains("4711"));
    }

    #[tokio::test]
    async fn a_film_that_breaks_off_says_why() {
        let mut camera = camera();
        let film = camera.film();
        camera.take("{}\n".into());
        camera.break_off("the disk is full");
        assert!(!camera.take("more\n".into()));
        assert_eq!(
            text(film.follow_all()).await,
            "{}\n{\"kind\":\"end\",\"trouble\":\"the disk is full\"}\n"
        );
        assert!(film.is_over() && !film.is_whole());
    }
}
