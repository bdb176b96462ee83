//! A browser without a window. It is spoken to over two pipes (the DevTools protocol, messages that end with a zero byte), so no port is
//! opened and it ends when we do.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use super::Size;

/// The names under which it is looked for.
const NAMES: [&str; 5] = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
/// How long one answer may take. Drawing without a graphics card is slow, but not this slow.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a page is looked at before it is asked again.
const LOOK: Duration = Duration::from_millis(50);

pub(super) struct Browser {
    child: Child,
    say: ChildStdin,
    hear: Receiver<Value>,
    errors: thread::JoinHandle<String>,
    asked: u64,
    session: Option<String>,
}

/// Finds a browser.
fn find() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os("MEYDAN_BROWSER").filter(|named| !named.is_empty()) {
        let named = PathBuf::from(named);
        if !named.is_file() {
            bail!("MEYDAN_BROWSER names {}, and there is no such file", named.display());
        }
        return Ok(named);
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path).flat_map(|folder| NAMES.map(|name| folder.join(name)));
    places.into_iter().find(|place| place.is_file()).context(
        "a picture is taken by a browser, and there is no Chromium or Chrome on the PATH; install one (on Debian: apt install \
         chromium), or name it with MEYDAN_BROWSER. --html needs none",
    )
}

impl Browser {
    pub(super) fn start(folder: &Path, size: Size) -> Result<Browser> {
        let program = find()?;
        let mut profile = OsString::from("--user-data-dir=");
        profile.push(folder.join("profile"));
        // The protocol is on the descriptors 3 and 4, which the shell makes of our pipes.
        let mut command = Command::new("/bin/sh");
        command.args(["-c", r#"exec "$@" 3<&0 4>&1 </dev/null >/dev/null"#, "sh"]).arg(&program).arg(profile);
        command.args([
            "--headless=new",
            "--remote-debugging-pipe",
            "--no-first-run",
            "--no-default-browser-check",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-extensions",
            "--disable-sync",
            "--hide-scrollbars",
            "--mute-audio",
            "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader",
        ]);
        command.arg(format!("--window-size={},{}", size.width, size.height));
        // It refuses to build its own walls for root. What it shows is our page, which may run nothing but itself.
        if is_root() {
            command.arg("--no-sandbox");
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().with_context(|| format!("cannot start {}", program.display()))?;
        let piped = || anyhow!("the browser has no pipes");
        let (said, errors) = (child.stdout.take().ok_or_else(piped)?, child.stderr.take().ok_or_else(piped)?);
        let say = child.stdin.take().ok_or_else(piped)?;
        let (tell, hear) = channel();
        thread::spawn(move || {
            for message in BufReader::new(said).split(0).map_while(Result::ok) {
                let Ok(value) = serde_json::from_slice(&message) else { break };
                if tell.send(value).is_err() {
                    break;
                }
            }
        });
        let errors = thread::spawn(move || {
            let mut text = Vec::new();
            // More than this nobody reads; the rest is let go so that the browser is never held up.
            let mut errors = errors;
            let _ = errors.by_ref().take(64 * 1024).read_to_end(&mut text);
            let _ = std::io::copy(&mut errors, &mut std::io::sink());
            String::from_utf8_lossy(&text).into_owned()
        });
        let mut browser = Browser { child, say, hear, errors, asked: 0, session: None };
        match browser.look(size) {
            Ok(()) => Ok(browser),
            Err(error) => {
                let said = browser.close();
                let last = said
                    .lines()
                    .rfind(|line| !line.trim().is_empty())
                    .unwrap_or("it said nothing")
                    .to_owned();
                Err(error.context(format!("{} could not be used: {last}", program.display())))
            }
        }
    }

    /// Opens an empty page of that size.
    fn look(&mut self, size: Size) -> Result<()> {
        let target = self.ask("Target.createTarget", json!({ "url": "about:blank" }))?;
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = self.ask("Target.attachToTarget", attach)?;
        self.session = attached["sessionId"].as_str().map(str::to_owned);
        let Size { width, height } = size;
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.ask("Emulation.setDeviceMetricsOverride", metrics)?;
        Ok(())
    }

    /// Opens a page with a match, waits until all of it is there, and gives how long each window is drawn.
    pub(super) fn open(&mut self, address: &str) -> Result<Vec<f64>> {
        self.ask("Page.navigate", json!({ "url": address }))?;
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let film = self.evaluate("globalThis.meydan?.film() ?? null")?;
            if let Some(lengths) = film.as_array() {
                return Ok(lengths.iter().filter_map(Value::as_f64).collect());
            }
            if let Some(trouble) = self.evaluate("globalThis.meydan?.trouble() ?? null")?.as_str() {
                bail!("the page cannot show the match: {trouble}");
            }
            thread::sleep(LOOK);
        }
        bail!("the page did not show the match within {} s", PATIENCE.as_secs())
    }

    /// A picture of a moment, as PNG.
    pub(super) fn shot(&mut self, at: f64) -> Result<Vec<u8>> {
        self.evaluate(&format!("globalThis.meydan.show({at})"))?;
        let shot = self.ask("Page.captureScreenshot", json!({ "format": "png" }))?;
        let data = shot["data"].as_str().context("the browser gave no picture")?;
        BASE64_STANDARD.decode(data).context("the browser's picture cannot be read")
    }

    fn evaluate(&mut self, expression: &str) -> Result<Value> {
        let wish = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.ask("Runtime.evaluate", wish)?;
        match answer.pointer("/exceptionDetails/exception/description").and_then(Value::as_str) {
            Some(text) => bail!("the page stumbled: {text}"),
            None => Ok(answer["result"]["value"].clone()),
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<Value> {
        self.asked += 1;
        let id = self.asked;
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = session.clone().into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.say.write_all(&bytes).and_then(|()| self.say.flush()).context("the browser is gone")?;
        let end = Instant::now() + PATIENCE;
        loop {
            // Whatever else it tells is not asked for.
            match self.hear.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(answer) if answer["id"] == id => match answer.pointer("/error/message") {
                    Some(error) => bail!("the browser refuses {method}: {error}"),
                    None => return Ok(answer["result"].clone()),
                },
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {
                    bail!("the browser did not answer within {} s", PATIENCE.as_secs())
                }
                Err(RecvTimeoutError::Disconnected) => bail!("the browser has ended"),
            }
        }
    }

    /// Ends the browser with all its processes, and gives what it had to say.
    pub(super) fn close(mut self) -> String {
        self.session = None;
        let asked = self.ask("Browser.close", json!({})).is_ok();
        drop(self.say);
        let end = Instant::now() + Duration::from_secs(5);
        while asked && Instant::now() < end && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(LOOK);
        }
        // One that has ended already cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.errors.join().unwrap_or_default()
    }
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}
