use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::task::JoinHandle;

/// How much of a bot's standard error is kept per window and per match.
const PER_WINDOW: usize = 64 << 10;
const PER_MATCH: usize = 4 << 20;

/// Reads a bot's standard error as it comes, so that the bot never blocks on it, and keeps what fits.
pub struct StderrTap {
    kept: Arc<Mutex<Kept>>,
    task: JoinHandle<()>,
    left: usize,
}

#[derive(Default)]
struct Kept {
    bytes: Vec<u8>,
    cut: usize,
}

impl StderrTap {
    /// Starts reading.
    pub fn new(mut stream: impl AsyncRead + Unpin + Send + 'static) -> Self {
        let kept = Arc::new(Mutex::new(Kept::default()));
        let keep = kept.clone();
        let task = tokio::spawn(async move {
            let mut buffer = vec![0; 16 << 10];
            while let Ok(count @ 1..) = stream.read(&mut buffer).await {
                let mut kept = keep.lock().expect("nobody panics while holding this lock");
                let room = PER_WINDOW.saturating_sub(kept.bytes.len()).min(count);
                kept.bytes.extend_from_slice(&buffer[..room]);
                kept.cut += count - room;
            }
        });
        StderrTap { kept, task, left: PER_MATCH }
    }

    /// What came since the last call, with a mark where something was cut. `None` if nothing came.
    pub fn take(&mut self) -> Option<String> {
        let mut kept = std::mem::take(&mut *self.kept.lock().expect("nobody panics while holding this lock"));
        let room = self.left.min(kept.bytes.len());
        kept.cut += kept.bytes.len() - room;
        kept.bytes.truncate(room);
        self.left -= room;
        if kept.bytes.is_empty() && (kept.cut == 0 || self.left == 0) {
            return None;
        }
        let mut text = String::from_utf8_lossy(&kept.bytes).into_owned();
        if kept.cut > 0 {
            text.push_str(&format!("\n[{} more bytes were cut here]", kept.cut));
        }
        Some(text)
    }

    /// Waits a moment for the stream's end, so that a dying bot's last words are heard.
    pub async fn drain(&mut self, at_most: Duration) {
        let _ = tokio::time::timeout(at_most, &mut self.task).await;
    }
}

impl Drop for StderrTap {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_too_much_is_cut_and_marked() {
        let mut tap = StderrTap::new(std::io::Cursor::new(vec![b'e'; PER_WINDOW + 10]));
        tap.drain(Duration::from_secs(5)).await;
        let text = tap.take().unwrap();
        assert!(text.ends_with("e\n[10 more bytes were cut here]"), "{}", &text[text.len() - 60..]);
        assert_eq!(tap.take(), None);
    }

    #[tokio::test]
    async fn bytes_that_are_no_text_are_shown_as_such() {
        let mut tap = StderrTap::new(&b"ok \xff\n"[..]);
        tap.drain(Duration::from_secs(5)).await;
        assert_eq!(tap.take().unwrap(), "ok \u{fffd}\n");
    }
}
