//! The text of a script together with the texts of its modules.

use std::collections::BTreeMap;
use std::sync::Arc;

use sha2::{Digest, Sha256};

/// The folder of modules, beside the script.
pub const MODULE_FOLDER: &str = "lib";
/// The maximum number of modules of one script.
pub const MAX_MODULES: usize = 16;

/// The maximum length of a module's name, in characters.
const MAX_MODULE_NAME: usize = 40;

/// Returns true if a module can have this name: 1 to 40 lower-case letters, digits and underscores.
pub fn is_module_name(name: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    (1..=MAX_MODULE_NAME).contains(&name.len()) && name.bytes().all(is_allowed)
}

/// Returns the path of a module's file, `lib/NAME.luau` in the folder of the script's file.
/// `script` is the path of the script's file.
pub fn module_file(script: &str, module: &str) -> String {
    let folder = script.rfind(['/', '\\']).map_or(0, |end| end + 1);
    format!("{}{MODULE_FOLDER}/{module}.luau", &script[..folder])
}

/// The text of a script and the texts of the modules that it can reach by `require`.
///
/// # Examples
/// The digest covers the modules:
/// ```
/// use qipan_core::contract::source::Source;
///
/// let mut source = Source::from("return require(\"dice\")");
/// let digest = source.digest();
/// source.modules.insert("dice".to_owned(), "return {}".as_bytes().into());
/// assert_ne!(source.digest(), digest);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The text of the script's own file.
    pub text: Arc<[u8]>,
    /// The texts of its modules, by name.
    pub modules: BTreeMap<String, Arc<[u8]>>,
    /// The names of all modules beside the script, for the message about a missing one.
    pub known_modules: Vec<String>,
}

/// Two sources are equal if their texts are.
impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.modules == other.modules
    }
}

impl Eq for Source {}

impl Source {
    /// Returns the total length of all texts, in bytes.
    pub fn len(&self) -> usize {
        self.text.len() + self.modules.values().map(|text| text.len()).sum::<usize>()
    }

    /// Returns true if all texts are empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the digest of all texts, see [`digest`].
    pub fn digest(&self) -> String {
        digest(&self.text, self.modules.iter().map(|(name, text)| (name.as_str(), &**text)))
    }
}

/// Returns the SHA-256 of a script in hexadecimal digits. `modules` are names and texts, in the
/// order of the names.
///
/// The digest of a script without modules is that of its text. Otherwise it is the digest of a list
/// that holds the digest of the script's own text, and the name and digest of each module.
pub fn digest<'a>(text: &[u8], modules: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> String {
    let own = hex::encode(Sha256::digest(text));
    let mut modules = modules.into_iter().peekable();
    if modules.peek().is_none() {
        return own;
    }
    let mut list = Sha256::new_with_prefix(format!("script {own}\n"));
    for (name, text) in modules {
        list.update(format!("{name} {}\n", hex::encode(Sha256::digest(text))));
    }
    hex::encode(list.finalize())
}

impl From<&[u8]> for Source {
    fn from(text: &[u8]) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

impl From<&str> for Source {
    fn from(text: &str) -> Self {
        text.as_bytes().into()
    }
}

impl From<String> for Source {
    fn from(text: String) -> Self {
        text.as_bytes().into()
    }
}

impl From<&String> for Source {
    fn from(text: &String) -> Self {
        text.as_bytes().into()
    }
}

impl From<&Self> for Source {
    fn from(source: &Self) -> Self {
        source.clone()
    }
}
