//! Reads a step from a line of a file: the deciding seat, the decision and the mark.

use std::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};

use crate::contract::game::{Game, Step};
use crate::contract::seat::Seat;

/// A step with its mark, as one line of a file.
pub(super) struct StepLine<G: Game> {
    pub(super) step: Step<G>,
    pub(super) mark: String,
}

impl<'de, G: Game> Deserialize<'de> for StepLine<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(StepVisitor(PhantomData))
    }
}

struct StepVisitor<G>(PhantomData<G>);

impl<'de, G: Game> Visitor<'de> for StepVisitor<G> {
    type Value = StepLine<G>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a step like {\"roll\":6,\"mark\":\"0a1b\"}")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<StepLine<G>, M::Error> {
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
        match (step, mark) {
            (Some(step), Some(mark)) => Ok(StepLine { step, mark }),
            (None, _) => Err(de::Error::custom("a step without a decision")),
            (_, None) => Err(de::Error::custom("a step without its mark")),
        }
    }
}

fn parse_seat<G: Game, E: de::Error>(name: &str) -> Result<Seat, E> {
    G::seat_by_name(name).ok_or_else(|| de::Error::custom(format!("unknown seat `{name}`")))
}
