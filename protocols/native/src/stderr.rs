use std::collections::VecDeque;
use std::io;
use std::os::fd::AsFd;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, ReadBuf};
use tokio::task::JoinHandle;

/// How much of a bot's standard error is kept per window.
const PER_WINDOW: usize = 64 << 10;

/// How much of that is for the newest: of a flood the last words tell why it ended.
const NEWEST: usize = 16 << 10;

/// How much is read at once.
const CHUNK: usize = 16 << 10;

/// The most that a pipe holds. Reading so much without waiting reads all that was written before.
const LARGEST_PIPE: usize = 1 << 20;

/// Reads a bot's standard error as it comes, so that the bot never blocks on it, and keeps what fits into a window. What
/// a match keeps of it is the referee's to bound.
///
/// Only whole lines are handed over; half a line waits for its end, or for the end of the stream.
pub struct StderrTap {
    shared: Arc<Mutex<Shared>>,
    task: JoinHandle<()>,
}

impl StderrTap {
    /// Starts reading a pipe. Whatever is in the pipe when [`StderrTap::take`] is called will be taken, whether the
    /// runtime has noticed it or not. Must be called inside a tokio runtime.
    pub fn new(pipe: impl AsyncRead + AsFd + Unpin + Send + 'static) -> StderrTap {
        StderrTap::start(Box::new(Pipe(pipe)))
    }

    /// Reads no more than so many bytes over the whole match. Whoever writes more then waits, as at any full pipe.
    #[must_use]
    pub fn with_limit(self, bytes: u64) -> StderrTap {
        self.lock().left = bytes;
        self
    }

    /// Starts reading a stream that is not the system's: one in memory.
    pub fn of_stream(stream: impl AsyncRead + Unpin + Send + 'static) -> StderrTap {
        StderrTap::start(Box::new(Stream(stream)))
    }

    fn start(source: Box<dyn Source>) -> StderrTap {
        let shared =
            Arc::new(Mutex::new(Shared { source, waker: None, kept: Kept::default(), left: u64::MAX }));
        let reader = shared.clone();
        let task = tokio::spawn(async move {
            while std::future::poll_fn(|context| lock(&reader).poll(context)).await {}
        });
        StderrTap { shared, task }
    }

    /// The whole lines that came since the last call, with a mark where something was cut. `None` if none came.
    ///
    /// What the bot wrote before it wrote something that has been read from it elsewhere is certainly among them: it
    /// lies in the pipe already.
    pub fn take(&mut self) -> Option<String> {
        let mut shared = self.lock();
        shared.catch_up();
        shared.kept.take()
    }

    /// Waits a moment for the stream's end, so that last words are heard. From now on half a line counts as a line.
    pub async fn drain(&mut self, at_most: Duration) {
        self.lock().kept.ending = true;
        if !self.task.is_finished() {
            let _ = tokio::time::timeout(at_most, &mut self.task).await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        lock(&self.shared)
    }
}

impl Drop for StderrTap {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().expect("nobody panics while holding this lock")
}

/// What the reading task and the owner share.
struct Shared {
    source: Box<dyn Source>,
    /// Wakes the reading task.
    waker: Option<Waker>,
    kept: Kept,
    /// How many bytes are still read.
    left: u64,
}

impl Shared {
    /// Reads once; `false` at the end.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<bool> {
        self.waker = Some(context.waker().clone());
        if self.left == 0 {
            return Poll::Ready(false);
        }
        let mut buffer = [0; CHUNK];
        let read = ready!(self.source.poll_read(context, &mut buffer));
        self.left -= read.as_ref().map_or(0, |count| (*count as u64).min(self.left));
        Poll::Ready(self.kept.keep(&buffer, read))
    }

    /// Reads what is there, without waiting.
    fn catch_up(&mut self) {
        let mut buffer = [0; CHUNK];
        let waker = self.waker.clone().unwrap_or_else(|| Waker::noop().clone());
        let mut seen = 0;
        while seen < LARGEST_PIPE && self.left > 0 {
            match self.source.read_now(&waker, &mut buffer) {
                Poll::Ready(read @ Ok(1..)) => {
                    let count = read.as_ref().copied().unwrap_or_default();
                    seen += count;
                    self.left -= (count as u64).min(self.left);
                    self.kept.keep(&buffer, read);
                }
                Poll::Ready(read) => {
                    self.kept.keep(&buffer, read);
                    return;
                }
                Poll::Pending => return,
            }
        }
    }
}

/// What was read and not yet handed over.
#[derive(Default)]
struct Kept {
    bytes: Vec<u8>,
    /// What came when those had their share; only the newest of it stays.
    newest: VecDeque<u8>,
    /// How many bytes were thrown away between the two.
    cut: usize,
    /// No end of a line is waited for any more.
    ending: bool,
}

impl Kept {
    /// Keeps what fits; `false` at the end of the stream.
    fn keep(&mut self, buffer: &[u8], read: io::Result<usize>) -> bool {
        let Ok(count @ 1..) = read else {
            self.ending = true;
            return false;
        };
        let share = PER_WINDOW - NEWEST;
        let room = share.saturating_sub(self.bytes.len()).min(count);
        self.bytes.extend_from_slice(&buffer[..room]);
        self.newest.extend(&buffer[room..count]);
        let over = self.newest.len().saturating_sub(NEWEST);
        self.newest.drain(..over);
        self.cut += over;
        true
    }

    fn take(&mut self) -> Option<String> {
        let full = self.bytes.len() + self.newest.len() >= PER_WINDOW;
        let cut = std::mem::take(&mut self.cut);
        if cut > 0 {
            return Some(self.around(cut));
        }
        self.bytes.extend(self.newest.drain(..));
        let end = match self.bytes.iter().rposition(|byte| *byte == b'\n') {
            _ if full || self.ending => self.bytes.len(),
            Some(last) => last + 1,
            None => 0,
        };
        if end == 0 {
            return None;
        }
        let text = String::from_utf8_lossy(&self.bytes[..end]).into_owned();
        self.bytes.drain(..end);
        Some(text)
    }

    /// The oldest and the newest, with a mark between them. Neither begins or ends within a line, unless there is but one.
    fn around(&mut self, mut cut: usize) -> String {
        let (mut first, mut last) =
            (std::mem::take(&mut self.bytes), Vec::from(std::mem::take(&mut self.newest)));
        if let Some(end) = first.iter().rposition(|byte| *byte == b'\n') {
            cut += first.len() - (end + 1);
            first.truncate(end + 1);
        } else {
            first.push(b'\n');
        }
        let whole = &last[..last.len().saturating_sub(1)];
        if let Some(end) = whole.iter().position(|byte| *byte == b'\n') {
            cut += end + 1;
            last.drain(..=end);
        }
        let (first, last) = (String::from_utf8_lossy(&first), String::from_utf8_lossy(&last));
        format!("{first}[{cut} bytes were cut here]\n{last}")
    }
}

/// Where error output comes from.
trait Source: Send {
    fn poll_read(&mut self, context: &mut Context<'_>, buffer: &mut [u8]) -> Poll<io::Result<usize>>;

    /// Reads without waiting. A source that wakes somebody when more comes wakes this one.
    fn read_now(&mut self, waker: &Waker, buffer: &mut [u8]) -> Poll<io::Result<usize>>;
}

/// A pipe of the system. The runtime hears of new bytes in it some time after they were written, so what is there now
/// is asked of the system itself.
struct Pipe<R>(R);

impl<R: AsyncRead + AsFd + Unpin + Send> Source for Pipe<R> {
    fn poll_read(&mut self, context: &mut Context<'_>, buffer: &mut [u8]) -> Poll<io::Result<usize>> {
        poll(&mut self.0, context, buffer)
    }

    fn read_now(&mut self, _: &Waker, buffer: &mut [u8]) -> Poll<io::Result<usize>> {
        loop {
            return match rustix::io::read(self.0.as_fd(), &mut *buffer) {
                Err(rustix::io::Errno::INTR) => continue,
                Err(rustix::io::Errno::AGAIN) => Poll::Pending,
                read => Poll::Ready(read.map_err(io::Error::from)),
            };
        }
    }
}

/// A stream in memory, which knows what it holds.
struct Stream<R>(R);

impl<R: AsyncRead + Unpin + Send> Source for Stream<R> {
    fn poll_read(&mut self, context: &mut Context<'_>, buffer: &mut [u8]) -> Poll<io::Result<usize>> {
        poll(&mut self.0, context, buffer)
    }

    fn read_now(&mut self, waker: &Waker, buffer: &mut [u8]) -> Poll<io::Result<usize>> {
        poll(&mut self.0, &mut Context::from_waker(waker), buffer)
    }
}

fn poll<R: AsyncRead + Unpin>(
    stream: &mut R,
    context: &mut Context<'_>,
    buffer: &mut [u8],
) -> Poll<io::Result<usize>> {
    let mut buffer = ReadBuf::new(buffer);
    ready!(Pin::new(stream).poll_read(context, &mut buffer))?;
    Poll::Ready(Ok(buffer.filled().len()))
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt;

    use super::*;

    const MOMENT: Duration = Duration::from_secs(5);

    #[tokio::test]
    async fn what_is_too_much_is_cut_and_marked() {
        let mut tap = StderrTap::of_stream(io::Cursor::new(vec![b'e'; PER_WINDOW + 10]));
        tap.drain(MOMENT).await;
        let text = tap.take().unwrap();
        assert!(text.contains("e\n[10 bytes were cut here]\ne"), "{}", &text[text.len() - 60..]);
        assert_eq!(tap.take(), None);
    }

    #[tokio::test]
    async fn the_last_words_of_a_flood_are_kept() {
        let flood: String = (0..20_000).map(|number| format!("line {number}\n")).collect();
        let mut tap = StderrTap::of_stream(io::Cursor::new(format!("{flood}Error: it broke\n").into_bytes()));
        tap.drain(MOMENT).await;
        let text = tap.take().unwrap();
        assert!(text.starts_with("line 0\nline 1\n") && text.ends_with("line 19999\nError: it broke\n"));
        assert!(text.len() <= PER_WINDOW + 40, "{}", text.len());
        let odd = |line: &&str| !line.starts_with("line ") || line[5..].parse::<u32>().is_err();
        let odd: Vec<&str> = text.lines().filter(odd).collect();
        assert_eq!(odd.len(), 2, "no line is cut in two: {odd:?}");
        assert!(odd[0].starts_with('[') && odd[0].ends_with(" bytes were cut here]"), "{odd:?}");
    }

    #[tokio::test]
    async fn a_flood_is_read_only_so_far() {
        let mut tap = StderrTap::of_stream(tokio::io::repeat(b'e')).with_limit(1 << 20);
        tap.drain(MOMENT).await;
        assert!(tap.task.is_finished(), "nobody reads any more");
        assert!(tap.take().is_some());
    }

    #[tokio::test]
    async fn bytes_that_are_not_text_are_shown_as_such() {
        let mut tap = StderrTap::of_stream(&b"ok \xff\n"[..]);
        tap.drain(MOMENT).await;
        assert_eq!(tap.take().unwrap(), "ok \u{fffd}\n");
    }

    #[tokio::test]
    async fn half_a_line_waits_for_its_end() {
        let (mut bot, stream) = tokio::io::duplex(1 << 10);
        let mut tap = StderrTap::of_stream(stream);
        bot.write_all(b"one\ntw").await.unwrap();
        assert_eq!(tap.take().unwrap(), "one\n");
        assert_eq!(tap.take(), None);
        bot.write_all(b"o\nthree").await.unwrap();
        assert_eq!(tap.take().unwrap(), "two\n");
        drop(bot);
        tap.drain(MOMENT).await;
        assert_eq!(tap.take().unwrap(), "three", "at the end it is all there will be");
    }

    #[tokio::test]
    async fn what_was_written_is_taken_before_anything_else_runs() {
        let (mut bot, stream) = tokio::net::unix::pipe::pipe().unwrap();
        let mut tap = StderrTap::new(stream);
        for line in ["one\n", "two\n", "three\n"] {
            bot.write_all(line.as_bytes()).await.unwrap();
            assert_eq!(tap.take().as_deref(), Some(line));
        }
        // And the reading task has not been put to sleep by it: nobody blocks on a full pipe.
        let flood = vec![b'x'; 4 * LARGEST_PIPE];
        tokio::time::timeout(MOMENT, bot.write_all(&flood)).await.unwrap().unwrap();
    }
}
