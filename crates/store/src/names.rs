use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// What two names that a reader would take for the same one have in common: compatibility forms, case and blanks do not tell
/// names apart, and neither do the dots of the Turkish i's.
///
/// ```
/// assert_eq!(meydan_store::name_key("  IŞIK \t Hızı "), meydan_store::name_key("ışık hizi"));
/// ```
pub fn name_key(name: &str) -> String {
    let folded: String = name.nfkc().flat_map(char::to_lowercase).nfkc().collect();
    // `İ` becomes an `i` and a dot above it when it is lowered.
    let mut key = String::with_capacity(folded.len());
    for char in folded.chars() {
        match char {
            'ı' => key.push('i'),
            // Persian and Arabic keyboards have letters and digits of their own that look the same.
            'ك' => key.push('ک'),
            'ي' | 'ى' => key.push('ی'),
            '٠'..='٩' => key.push(char::from(b'0' + (char as u32 - '٠' as u32) as u8)),
            '۰'..='۹' => key.push(char::from(b'0' + (char as u32 - '۰' as u32) as u8)),
            '\u{307}' if key.ends_with('i') => {}
            char if char.is_whitespace() => {
                if !key.is_empty() && !key.ends_with(' ') {
                    key.push(' ');
                }
            }
            // A mark without a letter and a character that cannot be seen would make a second name that looks the same.
            '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => {}
            char if key.is_empty() && is_combining_mark(char) => {}
            char => key.push(char),
        }
    }
    key.truncate(key.trim_end().len());
    key
}
