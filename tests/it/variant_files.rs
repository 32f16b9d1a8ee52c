//! Variant files: those in the binary load, wrong ones are complained about.

use alfil::variant::{builtin, find, load};

#[test]
fn bundled_variants_load_without_complaints() {
    for file in builtin() {
        let (variant, reports) = load(file.source(), &find);
        let complaints: Vec<String> = reports.iter().map(|report| report.render(false)).collect();
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
        let variant = variant.expect("no complaints");
        assert_eq!(variant.name, file.name());
    }
}
