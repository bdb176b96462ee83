//! A stray that threw its mark away is killed with whichever tree ends next, so this test has a process of its own.
mod shell;

use shell::all_are_gone;

#[tokio::test]
async fn a_daemon_that_threw_its_mark_away_dies_too() {
    let script = "env -i setsid sh -c 'env -i setsid sh -c \"echo \\$\\$; exec sleep 60\" & exit 0' & sleep 0.2; echo $$; wait; exec sleep 60";
    all_are_gone(script, 2).await;
}
