//! Rating points with their interval, in words that are true of a lopsided one as well.

/// A number of points with its sign.
pub(crate) fn points(value: f64) -> String {
    // What is rounded to nothing has no sign of its own.
    format!("{:+.0}", value.round() + 0.0)
}

/// The interval alone. An end is `None` where nothing bounds it.
pub(crate) fn bounds(low: Option<f64>, high: Option<f64>) -> Option<String> {
    Some(match (low.map(points), high.map(points)) {
        (Some(low), Some(high)) => format!("({low} to {high})"),
        (Some(low), None) => format!("({low} or more)"),
        (None, Some(high)) => format!("({high} or less)"),
        (None, None) => return None,
    })
}

/// The value with its interval: `+34 ± 12` only where it reaches as far up as down.
pub(crate) fn around(value: f64, low: Option<f64>, high: Option<f64>) -> String {
    if let (Some(low), Some(high)) = (low, high) {
        let (down, up) = (value.round() - low.round(), high.round() - value.round());
        if down == up {
            return format!("{} ± {up:.0}", points(value));
        }
    }
    let interval = bounds(low, high).map_or(String::new(), |interval| format!(" {interval}"));
    format!("{}{interval}", points(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lopsided_interval_is_told_by_its_ends() {
        assert_eq!(around(34.2, Some(22.1), Some(45.9)), "+34 ± 12");
        assert_eq!(around(34.0, Some(22.0), Some(50.0)), "+34 (+22 to +50)");
        assert_eq!(around(322.0, Some(244.0), None), "+322 (+244 or more)");
        assert_eq!(around(-322.0, None, Some(-244.0)), "-322 (-244 or less)");
        assert_eq!(around(12.0, None, None), "+12");
    }

    #[test]
    fn nothing_has_one_sign() {
        assert_eq!(points(-0.3), "+0");
        assert_eq!(around(-1e-12, Some(-20.2), Some(20.2)), "+0 ± 20");
    }
}
