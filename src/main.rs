//! Arguments in, exit code out.

fn main() -> std::process::ExitCode {
    alfil::internals::cli::main()
}
