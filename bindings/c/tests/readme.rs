//! The example in README.md is the one that is compiled.

#[test]
#[cfg_attr(miri, ignore = "reads no code")]
fn readme_shows_the_function_of_the_example() {
    let readme = include_str!("../README.md");
    let (_, rest) = readme.split_once("```c\n").expect("an example in C");
    let (shown, _) = rest.split_once("```").expect("the end of the example");
    assert!(include_str!("../examples/request.c").contains(shown.trim_end()));
}
