# wall: read-only host
# expect: held
# needs: rustc
# memory: 1024
# A Rust build script that looks around and writes outside.
cd /tmp
cat > build.rs <<'END'
fn main() {
    let breached = std::fs::read("/etc/shadow").is_ok() || std::fs::read(std::env::var("HOST_FILE").unwrap()).is_ok()
        || std::fs::write("/usr/meydan-attack", "x").is_ok() || std::net::TcpStream::connect("1.1.1.1:80").is_ok();
    std::process::exit(if breached { 42 } else { 0 });
}
END
/opt/rust/bin/rustc -o build build.rs && exec ./build
