//! Opens a table of this window for people on other devices.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};

use egui::Context;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::contract::view_data::ViewData;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::app::App;
use crate::model::library::Library;
use crate::model::scripts::{ScriptName, default_robot, find_named};
use crate::model::setup::NewGame;
use crate::model::storage::Folders;
use crate::together::{
    DEFAULT_PORT, LOCAL_CODE, PageBoard, Server, ServerOptions, Table, TableCode, TableMaker,
    TableOptions, TableSetup,
};

/// A table that this window has opened.
pub(super) struct Hosting {
    /// The code of the table.
    pub(super) code: String,
    /// The links under which others reach it.
    pub(super) links: Vec<String>,
    /// The server. It ends when it is dropped.
    _server: Server,
}

impl App {
    /// Opens a table for a game, and joins it. `open` are the seats for people on other devices.
    pub(super) fn host_game(
        &mut self,
        game: &NewGame,
        open: SeatSet,
        allows_watchers: bool,
        ctx: &Context,
    ) {
        let kind = game.rules.kind();
        let own = own_seat(game, open);
        let made = with_game!(kind, |G| {
            table_maker::<G>(
                game,
                (open, own),
                allows_watchers,
                (&self.library, self.storage.folders()),
            )
        });
        let opened = made.and_then(|(maker, code)| self.open_table(maker, code));
        match opened {
            Ok((hosting, port)) => {
                let address = format!("{}:{port}", Ipv4Addr::LOCALHOST);
                let code = hosting.code.clone();
                self.together.hosting = Some(hosting);
                let seat = own.map(|seat| kind.seats()[seat.index()].to_owned());
                let choice = self.join_choice(address, code, seat, own.is_none());
                self.join_table(choice, ctx);
            }
            Err(why) => {
                let text = self.i18n.tf("together-cannot-open", &[("why", why.into())]);
                self.screens.together.fail(text);
            }
        }
    }

    /// Starts the server of a table. Returns the table and the port.
    fn open_table(&self, maker: TableMaker, code: TableCode) -> Result<(Hosting, u16), String> {
        let folders = self.storage.folders();
        let options = ServerOptions {
            address: IpAddr::V4(Ipv4Addr::UNSPECIFIED),
            port: DEFAULT_PORT,
            // Another table may use the port already.
            takes_any_port: true,
            behind_proxy: false,
            folder: folders.data.join("tables"),
            saves: None,
        };
        let server = Server::start(options, vec![maker]).map_err(|why| why.to_string())?;
        let port = server.address().port();
        let links = server.links();
        let shown = links.iter().filter(|address| links.len() == 1 || !address.is_loopback());
        let links = shown.map(|address| format!("http://{address}:{port}/#{code}")).collect();
        Ok((Hosting { code: code.to_string(), links, _server: server }, port))
    }
}

/// Returns the seat of the person at this window: the first one of a person that is not open.
fn own_seat(game: &NewGame, open: SeatSet) -> Option<Seat> {
    let is_person =
        |index: &usize| game.players[*index].as_ref().is_some_and(|player| player.is_human());
    let seats = (0..game.players.len()).filter(is_person).map(|index| Seat::new(index as u8));
    seats.filter(|seat| !open.contains(*seat)).min_by_key(|seat| seat.index())
}

/// Returns the maker of a table, and its code.
fn table_maker<G: PageBoard + ViewData>(
    game: &NewGame,
    (open, own): (SeatSet, Option<Seat>),
    watchers: bool,
    (library, folders): (&Library, &Folders),
) -> Result<(TableMaker, TableCode), String> {
    let rules = game.rules.of::<G>().ok_or("rules of another game")?.clone();
    let (mut guest_seats, mut robots) = (open, BTreeMap::new());
    own.iter().for_each(|seat| guest_seats.insert(*seat));
    for (index, player) in game.players.iter().enumerate() {
        let seat = Seat::new(index as u8);
        let Some(player) = player.as_ref().filter(|_| !guest_seats.contains(seat)) else {
            continue;
        };
        // A second person at this screen would need a device, too.
        if player.is_human() {
            guest_seats.insert(seat);
        } else {
            robots.insert(seat, library.robot_for_table(GameKind::of::<G>(), player)?);
        }
    }
    let stand_in = find_named(folders, G::KIND, &ScriptName::shipped(default_robot(G::KIND)))
        .map_err(|why| why.to_string())?;
    let code = TableCode::draw(LOCAL_CODE);
    let setup = TableSetup::<G> {
        code: code.clone(),
        preset: game.preset.clone(),
        rules,
        house_rules: game.house_rules.clone(),
        guest_seats,
        robots,
        stand_in,
        options: TableOptions { watchers, ..TableOptions::default() },
    };
    let maker: TableMaker =
        Box::new(move |languages, wake| Box::new(Table::new(setup, languages, wake)));
    Ok((maker, code))
}
