//! The losses of each army, as far as a viewer can know.

use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Kind, View};

use crate::model::i18n::{I18n, ListStyle};
use crate::model::settings::PieceNames;

use crate::games::junqi::names::short;
use crate::games::junqi::printed::printed;
use crate::games::junqi::words;

/// The losses of all armies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses([ArmyLosses; Seat::MAX]);

/// The losses of one army.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArmyLosses {
    /// For each kind, in the order of [`Kind::ALL`], the number of pieces known to be lost.
    pub known: [u8; 12],
    /// The number of lost pieces whose kind the viewer does not know.
    pub hidden: u8,
}

impl Losses {
    /// Returns the losses known to a viewer. A hidden piece counts as known if it has one
    /// candidate left. No losses are counted for an eliminated army, since all its pieces left the
    /// board with it.
    pub fn of(view: &View) -> Self {
        let mut losses = Self::default();
        for tile in view.tiles().filter(|tile| view.cell_of(*tile).is_none()) {
            let seen = view.visible_tile(tile);
            let Some(lost) = seen.owner.and_then(|owner| losses.0.get_mut(owner.index())) else {
                continue;
            };
            let kind = seen.piece.or_else(|| {
                let candidates = view.belief().candidates(tile);
                candidates.iter().next().filter(|_| candidates.len() == 1)
            });
            match kind {
                Some(kind) => lost.known[kind.index()] += 1,
                None => lost.hidden += 1,
            }
        }
        for (seat, _) in view.eliminated_seats() {
            losses.0[seat.index()] = ArmyLosses::default();
        }
        losses
    }

    /// Returns the losses of a seat's army.
    pub fn of_seat(&self, seat: Seat) -> &ArmyLosses {
        &self.0[seat.index()]
    }
}

impl ArmyLosses {
    /// Returns the kinds known to be lost, strongest first, with their counts.
    fn kinds(&self) -> impl Iterator<Item = (Kind, u8)> {
        let counts = Kind::ALL.into_iter().zip(self.known);
        counts.filter(|(_, count)| *count > 0)
    }

    /// Lists the losses by the names that a style prints on the pieces, such as
    /// `Lost: Marshal, Maj. Gen.×2 and 3 hidden` or `阵亡：司令、师长×2、暗子 3 枚`. Returns `None`
    /// without losses.
    pub fn short_text(&self, i18n: &I18n, style: PieceNames) -> Option<String> {
        let name = |kind: Kind| match style {
            PieceNames::Chinese => printed(kind),
            PieceNames::English => short(kind),
            PieceNames::Codes => kind.code(),
        };
        self.sentence(i18n, |kind| name(kind).to_owned())
    }

    /// Lists the losses by full names, for the tooltip. Returns `None` without losses.
    pub fn full_text(&self, i18n: &I18n) -> Option<String> {
        self.sentence(i18n, |piece| words::piece(i18n, piece))
    }

    /// Lists the losses, with each kind named by `name`.
    fn sentence(&self, i18n: &I18n, name: impl Fn(Kind) -> String) -> Option<String> {
        let parts: Vec<String> = self
            .kinds()
            .map(|(piece, count)| match count {
                1 => name(piece),
                _ => format!("{}×{count}", name(piece)),
            })
            .collect();
        let known = i18n.list(ListStyle::Plain, &parts);
        let count = ("count", self.hidden.into());
        let pieces = match (parts.is_empty(), self.hidden) {
            (true, 0) => return None,
            (false, 0) => known,
            (true, _) => i18n.tf("junqi-lost-hidden", &[count]),
            (false, _) => i18n.tf("junqi-lost-hidden.after", &[("known", known.into()), count]),
        };
        Some(i18n.tf("junqi-lost", &[("pieces", pieces.into())]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::i18n::Lang;

    #[test]
    fn short_text_uses_the_names_on_the_pieces() {
        let mut losses = ArmyLosses { hidden: 3, ..ArmyLosses::default() };
        losses.known[Kind::FieldMarshal.index()] = 1;
        losses.known[Kind::MajorGeneral.index()] = 2;
        let (en, zh) = (I18n::new(Lang::En), I18n::new(Lang::Zh));
        for (i18n, style, expected) in [
            (&en, PieceNames::English, "Lost: Marshal, Maj. Gen.×2 and 3 hidden"),
            (&zh, PieceNames::Chinese, "阵亡：司令、师长×2、暗子 3 枚"),
            (&zh, PieceNames::Codes, "阵亡：40、38×2、暗子 3 枚"),
        ] {
            let short = losses.short_text(i18n, style).unwrap();
            assert!(short.contains(expected), "{short}");
        }
        let hidden = ArmyLosses { hidden: 2, ..ArmyLosses::default() };
        assert_eq!(hidden.full_text(&en).as_deref(), Some("Lost: 2 hidden pieces"));
        assert_eq!(ArmyLosses::default().short_text(&en, PieceNames::English), None);
    }
}
