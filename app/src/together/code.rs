//! Codes of tables and tokens of seats, drawn from the random generator of the operating system.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use rand::TryRng;
use rand::rngs::SysRng;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

/// The alphabet of Crockford's base 32: no I, L, O or U, which are easily misread.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The number of characters in the code of a table on a local network.
pub const LOCAL_CODE_LENGTH: usize = 6;
/// The number of characters in the code of a table that the internet can reach.
pub const INTERNET_CODE_LENGTH: usize = 12;

/// The code of a table, which guests type.
///
/// # Examples
/// ```
/// use qipan::together::TableCode;
///
/// let code: TableCode = "a2b3-c4".parse()?;
/// assert_eq!(code.to_string(), "A2B3C4");
/// assert_eq!("OIL000".parse::<TableCode>()?.to_string(), "011000", "misread characters");
/// assert!("A2B3C".parse::<TableCode>().is_err());
/// # Ok::<(), &'static str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TableCode(String);

impl TableCode {
    /// Returns the characters of the code.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns a random code of this many characters, at most [`INTERNET_CODE_LENGTH`].
    pub fn random(length: usize) -> Self {
        let bytes = random_bytes::<INTERNET_CODE_LENGTH>();
        let symbol = |byte: &u8| char::from(ALPHABET[usize::from(byte & 31)]);
        Self(bytes.iter().take(length).map(symbol).collect())
    }
}

impl FromStr for TableCode {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let corrected = |symbol: char| match symbol.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            symbol => symbol,
        };
        let typed =
            text.chars().filter(|symbol| !" -".contains(*symbol)).take(INTERNET_CODE_LENGTH + 1);
        let code: String = typed.map(corrected).collect();
        let is_known = code.bytes().all(|symbol| ALPHABET.contains(&symbol));
        if is_known && [LOCAL_CODE_LENGTH, INTERNET_CODE_LENGTH].contains(&code.len()) {
            Ok(Self(code))
        } else {
            Err("a code of a table has 6 or 12 letters and digits")
        }
    }
}

impl fmt::Display for TableCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for TableCode {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<TableCode> for String {
    fn from(code: TableCode) -> Self {
        code.0
    }
}

impl JsonSchema for TableCode {
    fn schema_name() -> Cow<'static, str> {
        "TableCode".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^([0-9A-HJKMNP-TV-Z]{6}){1,2}$" })
    }
}

/// Bytes that messages write as hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hex<const LENGTH: usize>(pub [u8; LENGTH]);

/// The token of a seat. The guest that holds it plays the seat.
pub type Token = Hex<16>;

impl<const LENGTH: usize> Hex<LENGTH> {
    /// Draws random bytes.
    pub fn draw() -> Self {
        Self(random_bytes())
    }
}

impl Token {
    /// Compares two tokens in a time that does not depend on where they differ.
    pub fn constant_time_eq(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
    }
}

impl<const LENGTH: usize> fmt::Display for Hex<LENGTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl<const LENGTH: usize> fmt::Debug for Hex<LENGTH> {
    /// Hides the bytes, because most values of this type are secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hex(..)")
    }
}

impl<const LENGTH: usize> TryFrom<String> for Hex<LENGTH> {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut bytes = [0; LENGTH];
        hex::decode_to_slice(text, &mut bytes)
            .map_err(|_| format!("expected {} hexadecimal digits", 2 * LENGTH))?;
        Ok(Self(bytes))
    }
}

impl<const LENGTH: usize> From<Hex<LENGTH>> for String {
    fn from(hex: Hex<LENGTH>) -> Self {
        hex.to_string()
    }
}

impl<const LENGTH: usize> JsonSchema for Hex<LENGTH> {
    fn schema_name() -> Cow<'static, str> {
        format!("Hex{LENGTH}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let pattern = format!("^[0-9a-f]{{{}}}$", 2 * LENGTH);
        schemars::json_schema!({ "type": "string", "pattern": pattern })
    }
}

/// Returns random bytes from the operating system. If that fails, returns bytes from the thread's
/// generator, which the system has seeded before.
fn random_bytes<const LENGTH: usize>() -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    match SysRng.try_fill_bytes(&mut bytes) {
        Ok(()) => bytes,
        Err(_) => std::array::from_fn(|_| rand::random()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_people_type_them() {
        for length in [LOCAL_CODE_LENGTH, INTERNET_CODE_LENGTH] {
            let code = TableCode::random(length);
            assert_eq!(code.to_string().len(), length);
            assert_eq!(code.to_string().to_lowercase().parse(), Ok(code.clone()));
            let json = serde_json::to_string(&code).unwrap();
            assert_eq!(serde_json::from_str::<TableCode>(&json).unwrap(), code);
        }
        for text in ["", "A2B3C", "A2B3C4D", "A2B3C!", "棋盘棋盘棋盘", &"A".repeat(10_000)] {
            assert!(text.parse::<TableCode>().is_err(), "{text:.20}");
        }
        assert_ne!(
            TableCode::random(INTERNET_CODE_LENGTH),
            TableCode::random(INTERNET_CODE_LENGTH)
        );
    }

    #[test]
    fn tokens_are_hidden_in_debug_output_and_compared_whole() {
        let token = Token::draw();
        assert_eq!(format!("{token:?}"), "Hex(..)");
        assert!(token.constant_time_eq(&token));
        for byte in 0..16 {
            let mut other = token;
            other.0[byte] ^= 1;
            assert!(!token.constant_time_eq(&other));
        }
        assert_eq!(Token::try_from(token.to_string()), Ok(token));
        assert!(Token::try_from("12".to_owned()).is_err());
    }
}
