//! The manifest of the Python package, a workspace of its own, repeats these settings.

use toml::Table;

#[test]
fn the_python_package_is_of_this_version() {
    let [own, python] = [include_str!("../../Cargo.toml"), include_str!("../../python/Cargo.toml")]
        .map(|manifest| manifest.parse::<Table>().expect("it is TOML"));
    for key in ["version", "edition", "rust-version", "license"] {
        assert_eq!(python["package"][key], own["package"][key], "{key}");
    }
    let units = |manifest: &Table| manifest["profile"]["release"]["codegen-units"].clone();
    assert_eq!(units(&python), units(&own));
}
