//! What several tests need.

use std::process::Command;

/// The program in the directory of the package, without the settings, files and networks of the user.
pub fn alfil() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alfil"));
    for variable in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] {
        command.env(variable, "/nonexistent");
    }
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("ALFIL_VARIANTS");
    command
}
