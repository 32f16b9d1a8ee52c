//! The variant argument of commands in which it is optional.

use super::USUAL;
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct Asked {
    #[arg(help = format!("The variant, by name or file [default: {USUAL}]"))]
    variant: Option<String>,
    /// The same as VARIANT, for scripts
    #[arg(long = "variant", value_name = "VARIANT", conflicts_with = "variant", hide = true)]
    option: Option<String>,
}

impl Asked {
    pub(super) fn name(&self) -> Option<&str> {
        self.variant.as_deref().or(self.option.as_deref())
    }
}
