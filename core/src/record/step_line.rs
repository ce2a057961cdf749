//! Reads a step from a line of a file: the deciding seat, the decision and the mark.

use std::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};

use super::hash_chain::step_text;
use crate::contract::game::{Game, Step};
use crate::contract::seat::Seat;

/// A step with its mark, as one line of a file.
pub(super) struct StepLine<G: Game> {
    pub(super) step: Step<G>,
    pub(super) mark: String,
}

impl<'de, G: Game> Deserialize<'de> for StepLine<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (step, mark) = deserializer.deserialize_map(StepVisitor::<G, true>(PhantomData))?;
        Ok(Self { step, mark })
    }
}

/// Writes a step as JSON, as in a saved game but without its mark. The mark depends on the whole
/// state, so it would reveal something about hidden pieces.
///
/// # Examples
/// ```
/// use qipan_core::contract::game::Step;
/// use qipan_core::games::race::Race;
/// use qipan_core::games::race::board::RED;
/// use qipan_core::record::{step_from_json, step_to_json};
///
/// let step = Step::<Race>::Resign { seat: RED };
/// assert_eq!(step_to_json(&step), r#"{"resign":"red"}"#);
/// assert_eq!(step_from_json(&step_to_json(&step)), Ok(step));
/// ```
pub fn step_to_json<G: Game>(step: &Step<G>) -> String {
    format!("{{{}}}", step_text(step))
}

/// Reads a step that [`step_to_json`] wrote.
///
/// # Errors
/// A message, if the text is not a step.
pub fn step_from_json<G: Game>(text: &str) -> Result<Step<G>, String> {
    let step = serde_json::from_str::<UnmarkedStep<G>>(text);
    step.map(|step| step.0).map_err(|error| error.to_string())
}

/// A step without its mark.
struct UnmarkedStep<G: Game>(Step<G>);

impl<'de, G: Game> Deserialize<'de> for UnmarkedStep<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (step, _) = deserializer.deserialize_map(StepVisitor::<G, false>(PhantomData))?;
        Ok(Self(step))
    }
}

/// Reads a step and its mark if `IS_MARKED`, else a step alone, with an empty string for the mark.
struct StepVisitor<G, const IS_MARKED: bool>(PhantomData<G>);

impl<'de, G: Game, const IS_MARKED: bool> Visitor<'de> for StepVisitor<G, IS_MARKED> {
    type Value = (Step<G>, String);

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a step like {\"roll\":6,\"mark\":\"0a1b\"}")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let (mut step, mut mark) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            if key == "mark" {
                if mark.is_some() {
                    return Err(de::Error::duplicate_field("mark"));
                }
                mark = Some(map.next_value::<String>()?);
                continue;
            }
            if step.is_some() {
                return Err(de::Error::custom(format!(
                    "`{key}` is a second decision in the same step"
                )));
            }
            step = Some(match key.as_str() {
                "roll" => Step::Chance(map.next_value()?),
                "house" => {
                    let rule = map.next_value()?;
                    match map.next_key::<String>()?.as_deref() {
                        Some("effect") => Step::House { rule, effect: map.next_value()? },
                        _ => return Err(de::Error::custom("`house` needs its `effect` after it")),
                    }
                }
                "timeout" => {
                    Step::Timeout { seat: parse_seat::<G, _>(&map.next_value::<String>()?)? }
                }
                "resign" => {
                    Step::Resign { seat: parse_seat::<G, _>(&map.next_value::<String>()?)? }
                }
                "draw" => match map.next_value()? {
                    true => Step::Draw,
                    false => return Err(de::Error::custom("`draw` can only be true")),
                },
                name => Step::Act { seat: parse_seat::<G, _>(name)?, action: map.next_value()? },
            });
        }
        let step = step.ok_or_else(|| de::Error::custom("a step without a decision"))?;
        match (mark, IS_MARKED) {
            (Some(mark), true) => Ok((step, mark)),
            (None, false) => Ok((step, String::new())),
            (None, true) => Err(de::Error::custom("a step without its mark")),
            (Some(_), false) => Err(de::Error::custom("a step with a mark")),
        }
    }
}

fn parse_seat<G: Game, E: de::Error>(name: &str) -> Result<Seat, E> {
    G::seat_by_name(name).ok_or_else(|| de::Error::custom(format!("unknown seat `{name}`")))
}
