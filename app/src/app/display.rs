//! Ignores environment variables that would end the program before its window opens.
//!
//! Libraries read these variables, and changing the environment of a running process is unsafe, so
//! the program restarts itself without them.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The scale factors that are accepted for a screen.
const SCALES: std::ops::RangeInclusive<f64> = 0.25..=8.0;

/// The queries of the environment that decide which variables are ignored.
pub(super) struct DisplayEnvironment<'a> {
    /// Returns the value of a variable.
    pub(super) variable: &'a dyn Fn(&str) -> Option<OsString>,
    /// Returns true if the socket at a path accepts a connection.
    pub(super) can_connect: &'a dyn Fn(&Path) -> bool,
    /// Returns true if a file descriptor is an open socket.
    pub(super) is_socket: &'a dyn Fn(u32) -> bool,
}

impl DisplayEnvironment<'_> {
    /// Returns the variables to ignore.
    pub(super) fn variables_to_ignore(&self) -> Vec<&'static str> {
        let value = |name| (self.variable)(name).filter(|value| !value.is_empty());
        let mut ignored = Vec::new();
        if value("WINIT_X11_SCALE_FACTOR").is_some_and(|scale| !is_usable_scale(&scale)) {
            ignored.push("WINIT_X11_SCALE_FACTOR");
        }
        let socket = (self.variable)("WAYLAND_SOCKET");
        match socket.map(|number| self.is_open_socket(&number)) {
            // The compositor started the program and passed its socket on.
            Some(true) => return ignored,
            Some(false) => ignored.push("WAYLAND_SOCKET"),
            None => {}
        }
        // Without X11 to fall back to, the variable stays and the library reports the error.
        let has_x11 = value("DISPLAY").is_some();
        if value("WAYLAND_DISPLAY").is_some_and(|name| has_x11 && !self.compositor_answers(&name)) {
            ignored.push("WAYLAND_DISPLAY");
        }
        ignored
    }

    /// Returns true if the text is the number of an open socket.
    fn is_open_socket(&self, number: &OsStr) -> bool {
        number.to_str().and_then(|text| text.parse().ok()).is_some_and(self.is_socket)
    }

    /// Returns true if a Wayland compositor answers at a display name.
    fn compositor_answers(&self, name: &OsStr) -> bool {
        let folder = (self.variable)("XDG_RUNTIME_DIR").map(PathBuf::from);
        let path = match Path::new(name) {
            path if path.is_absolute() => path.to_owned(),
            path => match folder {
                Some(folder) => folder.join(path),
                None => return false,
            },
        };
        (self.can_connect)(&path)
    }
}

/// Returns true if the window can open with this scale factor.
fn is_usable_scale(value: &OsStr) -> bool {
    // winit ignores a value that is not UTF-8, and panics on one that is not a scale factor.
    let Some(text) = value.to_str() else { return true };
    text.eq_ignore_ascii_case("randr")
        || text.parse::<f64>().is_ok_and(|scale| SCALES.contains(&scale))
}

/// The variables that select Wayland.
pub(super) const WAYLAND_VARIABLES: [&str; 2] = ["WAYLAND_DISPLAY", "WAYLAND_SOCKET"];

/// Restarts the program if a variable has to be ignored.
///
/// # Errors
/// The program could not be restarted. The text names the variables.
pub(super) fn restart_without_unusable_variables() -> Result<(), String> {
    let environment = DisplayEnvironment {
        variable: &|name| std::env::var_os(name),
        can_connect: &|path| std::os::unix::net::UnixStream::connect(path).is_ok(),
        is_socket: &|number| {
            let target = std::fs::read_link(format!("/proc/self/fd/{number}"));
            target.is_ok_and(|target| target.as_os_str().to_string_lossy().starts_with("socket:"))
        },
    };
    let names = environment.variables_to_ignore();
    if names.is_empty() {
        return Ok(());
    }
    let why = restart_without(&names);
    Err(format!("{} cannot be used and has to be unset ({why})", names.join(" and ")))
}

/// Replaces the process with a new one of the same program, with the same arguments but without
/// some environment variables. Returns only if that fails.
pub(super) fn restart_without(variables: &[&str]) -> std::io::Error {
    use std::os::unix::process::CommandExt as _;
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_else(|| "qipan".into());
    let program = std::env::current_exe().ok().filter(|path| path.exists());
    // The file may have been replaced since the program started.
    let program = program.unwrap_or_else(|| "/proc/self/exe".into());
    let mut command = std::process::Command::new(program);
    command.arg0(name).args(arguments);
    variables.iter().for_each(|name| {
        command.env_remove(name);
    });
    command.exec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables_to_ignore(variables: &[(&str, &str)]) -> Vec<&'static str> {
        let variable = |name: &str| {
            let variable = variables.iter().find(|(other, _)| *other == name);
            variable.map(|(_, value)| OsString::from(value))
        };
        let environment = DisplayEnvironment {
            variable: &variable,
            can_connect: &|path| path == Path::new("/run/user/7/wayland-0"),
            is_socket: &|number| number == 5,
        };
        environment.variables_to_ignore()
    }

    #[test]
    fn unusable_scale_is_ignored() {
        for scale in ["1", "1.5", "2", "0.75", "randr", "RandR", "", "8"] {
            assert_eq!(
                variables_to_ignore(&[("WINIT_X11_SCALE_FACTOR", scale)]),
                [""; 0],
                "{scale:?}"
            );
        }
        let wrong = ["abc", "0", "-1", "inf", "nan", "NaN", "1e9", "1e-9", "1,5", " 2", "2x", "١"];
        for scale in wrong {
            let found = variables_to_ignore(&[("WINIT_X11_SCALE_FACTOR", scale)]);
            assert_eq!(found, ["WINIT_X11_SCALE_FACTOR"], "{scale:?}");
        }
        assert_eq!(variables_to_ignore(&[]), [""; 0]);
    }

    #[test]
    fn unreachable_wayland_display_is_ignored_if_x11_is_available() {
        let (x11, folder) = (("DISPLAY", ":0"), ("XDG_RUNTIME_DIR", "/run/user/7"));
        let display = |name| ("WAYLAND_DISPLAY", name);
        let none = [""; 0];
        assert_eq!(variables_to_ignore(&[x11, folder, display("wayland-0")]), none);
        assert_eq!(variables_to_ignore(&[x11, display("/run/user/7/wayland-0")]), none);
        assert_eq!(variables_to_ignore(&[x11, folder, display("")]), none);
        for name in ["wayland-1", "../wayland-0", "/nowhere", "/run/user/7"] {
            assert_eq!(
                variables_to_ignore(&[x11, folder, display(name)]),
                ["WAYLAND_DISPLAY"],
                "{name}"
            );
            assert_eq!(variables_to_ignore(&[folder, display(name)]), none, "without X11: {name}");
            assert_eq!(
                variables_to_ignore(&[("DISPLAY", ""), folder, display(name)]),
                none,
                "{name}"
            );
        }
        assert_eq!(
            variables_to_ignore(&[x11, display("wayland-0")]),
            ["WAYLAND_DISPLAY"],
            "without the folder of the sockets"
        );
    }

    #[test]
    fn closed_wayland_socket_is_ignored() {
        let (x11, stale) = (("DISPLAY", ":0"), ("WAYLAND_DISPLAY", "stale"));
        assert_eq!(variables_to_ignore(&[x11, stale, ("WAYLAND_SOCKET", "5")]), [""; 0]);
        for number in ["", "4", "-5", "5.0", "99999999999", "x"] {
            let found = variables_to_ignore(&[x11, stale, ("WAYLAND_SOCKET", number)]);
            assert_eq!(found, ["WAYLAND_SOCKET", "WAYLAND_DISPLAY"], "{number:?}");
        }
    }

    #[test]
    fn nothing_else_is_ignored_after_the_restart() {
        let all = [
            ("DISPLAY", ":0"),
            ("WAYLAND_DISPLAY", "stale"),
            ("WAYLAND_SOCKET", "x"),
            ("WINIT_X11_SCALE_FACTOR", "x"),
        ];
        let found = variables_to_ignore(&all);
        assert_eq!(found.len(), 3);
        let rest: Vec<_> = all.into_iter().filter(|(name, _)| !found.contains(name)).collect();
        assert_eq!(variables_to_ignore(&rest), [""; 0]);
    }
}
