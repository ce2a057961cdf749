//! Tests that hidden information does not influence a robot that searches for it.

use qipan_core::contract::game::{Game, Step, Turn, Viewer};
use qipan_core::games::junqi::{Event, Junqi};
use qipan_core::script::{Host, LuaRobot};

use crate::common::junqi::{rules, start};
use crate::common::rng;
use crate::junqi::choosing_robot;
use crate::robots::ask;

/// Scripts that look for hidden information, print their findings and choose by them.
const SEEKERS: [&str; 10] = [
    // Everything in the view.
    "for _, cell in view.cells do tell(view:piece(cell)) tell(view:possible(cell)) tell(view:history(cell)) end",
    "for _, cell in view.cells do tell(view:chance(cell)) tell(view:moved(cell)) end",
    "tell(view:log()) for _, seat in view.seats do tell(view:lost(seat)) end tell(view:bomb_suspects())",
    "for _, from in view.cells do tell(view:reach(from, '40')) tell(view:battle('40', '33')) end",
    "for _, to in view.cells do for _, code in codes do if code ~= '?' then tell(view:distance('S13', to, code)) tell(turn:budget()) end end end",
    // Worlds, their cost, and other seats' views of them.
    "for _ = 1, 20 do local world = turn:sample() for _, seat in view.seats do tell(world:view(seat):board()) end end",
    "for _ = 1, 5 do tell(turn:sample():playout(20)) tell(turn:budget()) end",
    "tell(turn:search({ iterations = 40 }))",
    "tell(turn:policy()) tell(turn:budget())",
    // Errors, texts and table addresses.
    "tell({ pcall(view.piece, turn, view) }) tell({ pcall(view.piece, view, 'X') }) tell(tostring(view) .. tostring({}))",
];

/// A function of the seekers that adds values to a text, and prints the text now and then.
const TELL_FUNCTION: &str = "
local told, count = '', 0
local function tell(value)
	if type(value) == 'table' then
		local keys = {}
		for key in value do keys[#keys + 1] = tostring(key) end
		table.sort(keys)
		for _, key in keys do tell(key) tell(value[key] or value[tonumber(key)]) end
	else
		count += 1
		told = string.sub(told .. tostring(value), -300)
		if count % 40 == 0 then print(told) end
	end
end";

#[test]
fn scripts_cannot_distinguish_hidden_states() {
    let mut rng = rng(3);
    for preset in ["dark", "siguo_partner"] {
        let mut game = start(&rules(preset, &[]), &mut rng);
        let (mut actions, mut log) = (Vec::new(), Vec::new());
        // The game goes on until a piece is suspected to be a Bomb.
        let has_bomb_suspects = |game: &Junqi, log: &[Event]| {
            let body =
                "if next(view:bomb_suspects()) then print('suspect') end return turn:actions()[1]";
            !ask(&mut choosing_robot(body), game, log, [5; 32]).printed.is_empty()
        };
        for ply in 0.. {
            assert!(game.turn() != Turn::Over, "{preset}: nobody was suspected");
            if ply >= 60 && has_bomb_suspects(&game, &log) {
                break;
            }
            game.legal_actions(&mut actions);
            let (seat, action) = (game.seat_to_move(), actions[(ply * 7) % actions.len()]);
            game.play(&Step::Act { seat, action }, &mut log).unwrap();
        }
        let view = game.view(Viewer::Seat(game.seat_to_move()));
        let other = Junqi::sample(&view, &mut rng);
        assert!(game.view(Viewer::All) != other.view(Viewer::All), "{preset}: another truth");
        for body in SEEKERS {
            let source = format!(
                "{TELL_FUNCTION}\nreturn {{ api = 1, game = 'junqi', name = 'x', choose = function(view, turn)\n\
                 {body}\nprint(told)\nlocal a = turn:actions()\nreturn a[#told % #a + 1] end }}"
            );
            let choose = |game: &Junqi| {
                let robot = LuaRobot::load("x.luau", &source, &[], &Host::default());
                ask(&mut robot.unwrap(), game, &log, [5; 32])
            };
            let found = choose(&game);
            assert!(found.error.is_none() && !found.printed.is_empty(), "{body}: {found:?}");
            assert_eq!(found, choose(&other), "{preset}: {body}");
        }
    }
}
