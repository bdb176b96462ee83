//! The book is carried in the program by a macro, which does not see new pages by itself.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../../docs");
}
