//! Exceptions that a bot's program reports in its error output. A kit that catches one logs it and plays on, so it is no fault; its author wants to
//! know of it all the same.

/// Finds the exceptions in what one seat writes. Languages tell them each in their way: a line that names the error, with where it was raised below
/// it (Java, C#, JavaScript), above it (Python) or beside it (Rust).
#[derive(Clone, Debug, Default)]
pub struct Exceptions {
    /// Inside a traceback, whose last line names the error.
    traced: bool,
    /// The line before, if it may turn out to name an error.
    before: Option<String>,
}

/// How many characters of a line that names an exception are kept.
const LONGEST: usize = 300;

impl Exceptions {
    /// The exceptions in whole lines that were written, each as its language names it.
    pub fn hear(&mut self, text: &str) -> Vec<String> {
        text.lines().filter_map(|line| self.line(line)).collect()
    }

    fn line(&mut self, line: &str) -> Option<String> {
        let before = self.before.take();
        let inner = line.starts_with([' ', '\t']);
        if self.traced {
            self.traced = inner || line.is_empty();
            return (!self.traced).then(|| cut(line));
        }
        if line.starts_with("Traceback (most recent call last)") {
            self.traced = true;
            return None;
        }
        if inner {
            let frame = line.trim_start().strip_prefix("at ").is_some_and(|place| !place.is_empty());
            return before.filter(|_| frame);
        }
        if names_error(line) {
            return Some(cut(line));
        }
        // What an exception was caused by is no further one.
        self.before = (!line.is_empty() && !line.starts_with("Caused by")).then(|| cut(line));
        None
    }
}

/// Whether a line is the one in which a language, or a kit, names the error that it has just met.
fn names_error(line: &str) -> bool {
    // Python's threads say so before the traceback, in whose last line the error is.
    if line.starts_with("Exception in thread") && line.trim_end().ends_with(':') {
        return false;
    }
    let first = line.split([' ', ':']).next().unwrap_or_default();
    let named = first.ends_with("Error") || first.ends_with("Exception");
    named
        || ["Exception in thread", "exception: ", "terminate called", "panic: ", "Segmentation fault"]
            .iter()
            .any(|&start| line.starts_with(start))
        || line.contains(" panicked at ")
}

fn cut(line: &str) -> String {
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(text: &str) -> Vec<String> {
        Exceptions::default().hear(text)
    }

    #[test]
    fn each_language_names_them_in_its_own_way() {
        let told = [
            (
                "Traceback (most recent call last):\n  File \"a.py\", line 1\n    f()\nZeroDivisionError: division by zero\n",
                "ZeroDivisionError: division by zero",
            ),
            (
                "Traceback (most recent call last):\n  File \"a.py\", line 1\nbot.Lost: no way\n",
                "bot.Lost: no way",
            ),
            (
                "Exception in thread \"main\" java.lang.NullPointerException\n\tat Bot.main(Bot.java)\n",
                "Exception in thread \"main\" java.lang.NullPointerException",
            ),
            (
                "Exception in thread Thread-2 (run):\nTraceback (most recent call last):\n  File \"a.py\", line 1\nNameError: x\n",
                "NameError: x",
            ),
            (
                "java.lang.IllegalStateException: x\n\tat Bot.turn(Bot.java:3)\nCaused by: bot.Lost\n\tat Bot.a(Bot.java:1)\n",
                "java.lang.IllegalStateException: x",
            ),
            (
                "System.NullReferenceException: x\n   at Bot.Turn() in Bot.cs:line 3\n",
                "System.NullReferenceException: x",
            ),
            (
                "TypeError: x is not a function\n    at Bot.turn (bot.js:3:1)\n",
                "TypeError: x is not a function",
            ),
            ("Lost: no way\n    at Bot.turn (bot.js:3:1)\n    at play (x.js:9:1)\n", "Lost: no way"),
            ("exception: map::at\n", "exception: map::at"),
            ("panic: on purpose\ngoroutine 1 [running]:\nmain.go:3\n", "panic: on purpose"),
            (
                "\nthread 'main' panicked at src/bot.rs:3:5:\non purpose\n",
                "thread 'main' panicked at src/bot.rs:3:5:",
            ),
        ];
        for (text, name) in told {
            assert_eq!(heard(text), [name], "{text}");
        }
    }

    #[test]
    fn what_a_bot_logs_is_none() {
        for text in
            ["errors: 0\nno Error here\n", "looking\n  to the core\n", "refused: no\n\n    at home\n", ""]
        {
            assert_eq!(heard(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn one_that_comes_in_two_pieces_is_one() {
        let mut exceptions = Exceptions::default();
        assert!(exceptions.hear("Traceback (most recent call last):\n  File \"a.py\", line 1\n").is_empty());
        assert_eq!(exceptions.hear("ValueError\n"), ["ValueError"]);
        assert!(exceptions.hear("at ease\n").is_empty());
    }
}
