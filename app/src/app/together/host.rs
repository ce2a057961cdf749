//! Hosts a game table in this window, which people on other devices can join.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use egui::Context;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::contract::view_data::ViewData;
use qipan_core::record::Player;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use super::OfferedTable;
use crate::app::App;
use crate::command::HostedGame;
use crate::model::library::Library;
use crate::model::scripts::ScriptName;
use crate::model::setup::NewGame;
use crate::model::storage::Folders;
use crate::together::message::Welcome;
use crate::together::{
    Announcement, HANDOVER_TIME, HandedTable, HelperRobots, LOCAL_CODE_LENGTH, PageBoard,
    SavedTable, SeatTicket, Server, ServerOptions, Table, TableCode, TableFactory, TableOptions,
    TableSetup, TableSource, saved_tables,
};

/// The time that an accepted table may take to open and to answer the host.
const ANSWER_TIME: Duration = Duration::from_secs(5);

/// A table that this window has opened.
pub(super) struct HostedTable {
    /// The code of the table.
    pub(super) code: String,
    /// The links that open the table on other devices.
    pub(super) links: Vec<String>,
    /// The server. Dropping it stops the server, but the table can still be resumed.
    server: Server,
    /// The announcement on the local network.
    announcement: Option<Announcement>,
    /// True for a table that is being taken over from another host.
    is_being_taken_over: bool,
}

impl HostedTable {
    /// Announces the table on the local network. If that fails, others type the address.
    fn announce(&mut self, port: u16, preset: &str, host_player: &str) {
        let code = self.code.parse::<TableCode>().ok();
        self.announcement =
            code.and_then(|code| Announcement::new(&code, port, preset, host_player).ok());
    }

    /// Returns true if windows on the local network find the table by themselves.
    pub(super) fn is_announced(&self) -> bool {
        self.announcement.is_some()
    }

    /// Fills in the fields of a ticket that the host knows: the local address of the table, and
    /// whether the table is announced.
    pub(super) fn fill_in(&self, ticket: &mut SeatTicket) {
        ticket.is_announced = self.is_announced();
        ticket.address = format!("{}:{}", Ipv4Addr::LOCALHOST, self.server.address().port());
    }

    /// Hands the table over to the player of a seat.
    pub(super) fn hand_over(&self, seat: &str) {
        self.server.hand_over(&self.code, seat);
    }

    /// Removes the player of a seat.
    pub(super) fn remove_player(&self, seat: &str) {
        self.server.remove_player(&self.code, seat);
    }

    /// Closes the table for good.
    pub(super) fn close(self) {
        self.server.close();
    }
}

impl App {
    /// Opens a table for a game, and joins it.
    pub(super) fn host_game(&mut self, hosted_game: &HostedGame, ctx: &Context) {
        let HostedGame { game, open_seats, options, is_announced } = hosted_game;
        let open_seats = *open_seats;
        let kind = game.rules.kind();
        let own = own_seat(game, open_seats);
        let options = TableOptions { robots_concede: self.settings.robots_concede, ..*options };
        let prepared = with_game!(kind, |G| {
            table_factory::<G>(
                game,
                (open_seats, own),
                options,
                (&self.library, self.storage.folders()),
            )
        });
        let opened = prepared
            .and_then(|(factory, code)| self.open_table(factory, &code, self.window.table_port));
        match opened {
            Ok((mut hosting, port)) => {
                if *is_announced && self.window.uses_local_network {
                    hosting.announce(port, &game.preset, &self.settings.name);
                }
                let address = format!("{}:{port}", Ipv4Addr::LOCALHOST);
                let code = hosting.code.clone();
                self.together.hosting = Some(hosting);
                let seat = own.map(|seat| kind.seats()[seat.index()].to_owned());
                let choice = self.join_request(address, code, seat, own.is_none());
                self.join_table(choice, ctx);
            }
            Err(why) => {
                let text = self.i18n.tf("together-cannot-open", &[("why", why.into())]);
                self.screens.together.show_failure(text);
            }
        }
    }

    /// Opens again the table that this window opened in an earlier run, if the ticket leads to such
    /// a table. If the old port is in use, the ticket gets the new one.
    pub(super) fn resume_hosting(&mut self, ticket: &mut SeatTicket) -> Result<(), String> {
        let port = ticket.address.rsplit_once(':').and_then(|(_, port)| port.parse().ok());
        let is_local = ticket.address.starts_with("127.0.0.1:");
        let (Some(port), true) = (port, is_local) else { return Ok(()) };
        let tables = saved_tables(&tables_folder(self.storage.folders()));
        let found = tables.into_iter().flatten().find(|(table, _)| table.code == ticket.table);
        let Some((table, journal)) = found else { return Ok(()) };
        let (code, preset) = (table.code.clone(), table.preset.clone());
        let kind = GameKind::of_name(&table.game);
        let kind = kind.ok_or("unknown game")?;
        let source = TableSource::OwnFiles;
        let factory =
            with_game!(kind, |G| self.resumed_table_factory::<G>(table, journal, source))?;
        let (mut hosting, port) = self.open_table(factory, &code, port)?;
        if ticket.is_announced && self.window.uses_local_network {
            hosting.announce(port, &preset, &self.settings.name);
        }
        ticket.address = format!("{}:{port}", Ipv4Addr::LOCALHOST);
        self.together.hosting = Some(hosting);
        Ok(())
    }

    /// Opens the table that its host hands over to the player.
    pub(super) fn take_table_over(&mut self) {
        let (Some(offered), Some(guest)) =
            (self.together.offered_table.take(), &self.together.guest)
        else {
            return;
        };
        let OfferedTable { text, offered_at } = offered;
        // The host has given up, or will before it could receive the answer.
        if offered_at.elapsed() + ANSWER_TIME > HANDOVER_TIME {
            return self.notify(self.i18n.t("together-not-handed-over"));
        }
        let welcome = guest.welcome().cloned();
        let opened = serde_json::from_str(&text)
            .map_err(|why| why.to_string())
            .and_then(|handed| self.open_handed(handed, welcome.as_ref()));
        let port = match opened {
            Ok((hosting, port)) => {
                self.together.hosting = Some(HostedTable { is_being_taken_over: true, ..hosting });
                Some(port)
            }
            Err(why) => {
                let text = self.i18n.tf("together-cannot-open", &[("why", why.into())]);
                self.notify_error(text);
                None
            }
        };
        if let Some(guest) = &self.together.guest {
            guest.answer_handover(port);
        }
    }

    /// Tells the host that the player does not take the table, so that the game goes on.
    pub(super) fn decline_table(&mut self) {
        self.together.offered_table = None;
        if let Some(guest) = &self.together.guest {
            guest.answer_handover(None);
        }
    }

    /// Opens a table that another host has handed over. It must be the table that the player sits
    /// at, and must not have house rules, whose scripts would come from the other host.
    fn open_handed(
        &self,
        handed: HandedTable,
        welcome: Option<&Welcome>,
    ) -> Result<(HostedTable, u16), String> {
        let HandedTable { table, journal } = handed;
        let is_own_table = welcome.is_some_and(|welcome| {
            welcome.table == table.code
                && welcome.game == table.game
                && welcome.options_of_rules == table.rules
        });
        if !is_own_table {
            return Err("the host handed over a different table".to_owned());
        }
        if !table.house_rules.is_empty() {
            return Err("the table has house rules".to_owned());
        }
        let (code, kind) = (table.code.clone(), GameKind::of_name(&table.game));
        let kind = kind.ok_or("unknown game")?;
        let source = TableSource::OtherHost;
        let factory =
            with_game!(kind, |G| self.resumed_table_factory::<G>(table, journal, source))?;
        self.open_table(factory, &code, self.window.table_port)
    }

    /// Responds when the table has moved to another host, which may be this window.
    pub(super) fn follow_table_to_new_host(&mut self) {
        if let Some(hosting) = &mut self.together.hosting
            && std::mem::take(&mut hosting.is_being_taken_over)
        {
            return self.notify(self.i18n.t("together-now-host"));
        }
        if let Some(hosting) = self.together.hosting.take() {
            self.together.former = Some(HostedTable { announcement: None, ..hosting });
        }
        self.notify(self.i18n.t("together-has-moved"));
    }

    /// Returns a function that makes a table from its saved form. The saved form comes from
    /// this window's files, or from another host.
    fn resumed_table_factory<G: PageBoard + ViewData>(
        &self,
        table: SavedTable,
        journal: Option<String>,
        source: TableSource,
    ) -> Result<TableFactory, String> {
        let mut robots = BTreeMap::new();
        for (seat_name, spec) in &table.robots {
            let seat = G::seat_by_name(seat_name)
                .ok_or_else(|| format!("no seat is called {seat_name:.20}"))?;
            let mut parts = spec.split(',');
            let script = parts.next().unwrap_or_default();
            let mut player = Player::robot(script, script);
            let params = parts.filter_map(|part| part.split_once('='));
            player.params = params
                .filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?)))
                .collect();
            ScriptName::of_file(script).map_err(|_| format!("no robot is called {script:.40}"))?;
            let robot = self.library.robot_for_table(GameKind::of::<G>(), &player)?;
            // Another host must not choose a program to run on this computer.
            if source == TableSource::OtherHost && robot.0.is_program() {
                return Err(format!("{script:.40} is a program"));
            }
            robots.insert(seat, robot);
        }
        let helper_robots = HelperRobots::shipped::<G>(self.storage.folders())?;
        let resumed = table.resume::<G>(robots, helper_robots, journal, source)?;
        Ok(Box::new(move |languages, wake| Box::new(resumed.into_table(languages, wake))))
    }

    /// Starts the server of a table. Returns the table and the port.
    fn open_table(
        &self,
        factory: TableFactory,
        code: &TableCode,
        port: u16,
    ) -> Result<(HostedTable, u16), String> {
        let folders = self.storage.folders();
        let options = ServerOptions {
            address: IpAddr::V4(Ipv4Addr::UNSPECIFIED),
            port,
            // Another table may use the port already.
            takes_any_port: true,
            behind_proxy: false,
            admits_internet: false,
            certificate: None,
            folder: tables_folder(folders),
            saves: None,
        };
        let server = Server::start(options, vec![factory]).map_err(|why| why.to_string())?;
        let port = server.address().port();
        let addresses = server.reachable_addresses();
        let shown =
            addresses.iter().filter(|address| addresses.len() == 1 || !address.is_loopback());
        let links = shown.map(|address| format!("http://{address}:{port}/#{code}")).collect();
        let hosting = HostedTable {
            code: code.to_string(),
            links,
            server,
            announcement: None,
            is_being_taken_over: false,
        };
        Ok((hosting, port))
    }
}

/// Returns the seat of the person at this window: the first seat of a person that is not open to
/// other devices.
fn own_seat(game: &NewGame, open_seats: SeatSet) -> Option<Seat> {
    let is_person =
        |index: &usize| game.players[*index].as_ref().is_some_and(|player| player.is_human());
    let seats = (0..game.players.len()).filter(is_person).map(|index| Seat::new(index as u8));
    seats.filter(|seat| !open_seats.contains(*seat)).min_by_key(|seat| seat.index())
}

/// Returns a function that makes a table, and the table's code.
fn table_factory<G: PageBoard + ViewData>(
    game: &NewGame,
    (open_seats, own): (SeatSet, Option<Seat>),
    options: TableOptions,
    (library, folders): (&Library, &Folders),
) -> Result<(TableFactory, TableCode), String> {
    let rules = game.rules.of::<G>().ok_or("rules of another game")?.clone();
    let (mut guest_seats, mut robots) = (open_seats, BTreeMap::new());
    own.iter().for_each(|seat| guest_seats.insert(*seat));
    for (index, player) in game.players.iter().enumerate() {
        let seat = Seat::new(index as u8);
        let Some(player) = player.as_ref().filter(|_| !guest_seats.contains(seat)) else {
            continue;
        };
        // This window plays one seat. Another person of the game joins from another device.
        if player.is_human() {
            guest_seats.insert(seat);
        } else {
            robots.insert(seat, library.robot_for_table(GameKind::of::<G>(), player)?);
        }
    }
    let helper_robots = HelperRobots::shipped::<G>(folders)?;
    let code = TableCode::random(LOCAL_CODE_LENGTH);
    let setup = TableSetup::<G> {
        code: code.clone(),
        preset: game.preset.clone(),
        rules,
        house_rules: game.house_rules.clone(),
        guest_seats,
        robots,
        helper_robots,
        // Without a seat of its own, this window watches.
        options: TableOptions { watchers: options.watchers || own.is_none(), ..options },
    };
    let make: TableFactory =
        Box::new(move |languages, wake| Box::new(Table::new(setup, languages, wake)));
    Ok((make, code))
}

/// Returns the folder for the files of tables.
fn tables_folder(folders: &Folders) -> PathBuf {
    folders.data.join("tables")
}
