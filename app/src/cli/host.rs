//! `qipan host`: tables for guests on other devices.
#![allow(rustdoc::broken_intra_doc_links, reason = "these texts are shown as help")]

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::contract::view_data::ViewData;
use qipan_core::with_game;
use qrcode::QrCode;
use qrcode::render::unicode;

use crate::cli::options::{self, GameSetup, Programs, SetupArgs};
use crate::cli::output::{CliResult, Failure, Format, eprint_line, print, print_json};
use crate::cli::signals::stop_flag;
use crate::model::scripts::{RobotSpec, ScriptArg, ScriptName};
use crate::model::storage::Folders;
use crate::model::table_options::Talk;
use crate::together::{
    Announcement, Certificate, DEFAULT_PORT, HelperRobots, INTERNET_CODE_LENGTH, LOCAL_CODE_LENGTH,
    LostSeat, PageBoard, SavedTable, Server, ServerOptions, Table, TableCode, TableFactory,
    TableOptions, TableSetup, TableSource, saved_tables,
};

/// The rule option for the time of a turn.
const CLOCK: &str = "clock_seconds";
/// The maximum number of tables that one host announces.
const MAX_ANNOUNCED: usize = 20;
/// The maximum number of tables of one host.
const MAX_TABLES: u16 = 200;

/// The options that apply to new tables alone.
const NEW_TABLE_OPTIONS: [&str; 12] = [
    "set",
    "rule",
    "seat",
    "tables",
    "announce",
    "no_watchers",
    "talk",
    "hints",
    "robots_play_on",
    "keep_file",
    "wait",
    "lost",
];

/// The arguments of `qipan host`.
#[derive(Debug, Args)]
pub(super) struct HostArgs {
    /// Preset: a game with its usual rules, e.g. aeroplane, flying, dark or siguo_dark
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    preset: Option<String>,
    /// Continue the unfinished tables of an earlier run, with their rules, players and options.
    /// Options that apply to new tables alone are refused: --set, --rule, --seat, --tables,
    /// --announce, --no-watchers, --talk, --hints, --robots-play-on, --keep-file, --wait and --lost
    #[arg(long, conflicts_with_all = NEW_TABLE_OPTIONS)]
    resume: bool,
    /// Set a rule option, e.g. 'takeoff=[5,6]' or finish=bounce (repeatable)
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = options::key_value)]
    set: Vec<(String, String)>,
    /// Use a house rule: a name or a file (repeatable)
    #[arg(long = "rule", value_name = "RULE", value_parser = options::script_arg)]
    rule: Vec<ScriptArg>,
    /// Player for a seat: a robot (careful,caution=5), a level (beginner, easy, medium, strong,
    /// master), a file, guest or none (repeatable) [default: guest]
    #[arg(long = "seat", value_name = "SEAT=PLAYER", value_parser = options::seat_robot)]
    seat: Vec<(String, ScriptArg)>,
    #[command(flatten)]
    programs: Programs,
    /// Number of tables, each with a code of its own
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_TABLES)))]
    tables: u16,
    /// Port to listen on; 0 for any free one
    #[arg(long, value_name = "PORT", default_value_t = DEFAULT_PORT)]
    port: u16,
    /// Address to listen on [default: all addresses of this computer; only guests on local networks
    /// are admitted]
    #[arg(long, value_name = "ADDRESS")]
    address: Option<IpAddr>,
    /// Announce the tables on the local network, so that windows of Qipan find them automatically
    #[arg(long, conflicts_with_all = ["behind_proxy", "allow_internet"])]
    announce: bool,

    /// Do not admit spectators
    #[arg(long)]
    no_watchers: bool,
    /// Messages that guests can send
    #[arg(long, value_enum, default_value_t = Talk::Phrases)]
    talk: Talk,
    /// Let players ask for hints; the others see that they did
    #[arg(long)]
    hints: bool,
    /// Let robots play lost games to the end and offer no draws
    #[arg(long)]
    robots_play_on: bool,
    /// Do not give the guests the saved game after the end (it shows all pieces)
    #[arg(long)]
    keep_file: bool,
    /// Seconds to wait for a player who lost the connection
    #[arg(long, value_name = "SECONDS", default_value_t = 60,
        value_parser = clap::value_parser!(u64).range(1..=86_400))]
    wait: u64,
    /// Rule for the seat of a player who is not back --wait seconds after losing the connection
    #[arg(long, value_enum, default_value_t = LostSeat::Pause)]
    lost: LostSeat,
    /// Admit guests from the internet; needs --tls-cert and --tls-key, or --behind-proxy
    #[arg(long)]
    allow_internet: bool,
    /// Certificate for encrypted connections: a PEM file with its intermediate certificates
    #[arg(long, value_name = "FILE", requires = "tls_key", conflicts_with = "behind_proxy")]
    tls_cert: Option<PathBuf>,
    /// Private key of the certificate, a PEM file
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Listen on this computer alone, behind a reverse proxy such as Caddy that handles HTTPS
    #[arg(long)]
    behind_proxy: bool,
    /// Domain name under which guests reach the host, e.g. games.example.org. Used in its links
    #[arg(long, value_name = "NAME", value_parser = domain_name)]
    domain: Option<String>,
    #[command(flatten)]
    format: Format,
}

impl HostArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        let certificate = self.certificate()?;
        let (factories, codes) = match &self.preset {
            Some(preset) => {
                with_game!(options::kind(preset)?, |G| self.new_tables::<G>(preset, folders))?
            }
            None => self.resumed_tables(folders)?,
        };
        let options = ServerOptions {
            // A proxy runs on this computer, so no other computer has to connect.
            address: self.address.unwrap_or(IpAddr::V4(match self.behind_proxy {
                true => Ipv4Addr::LOCALHOST,
                false => Ipv4Addr::UNSPECIFIED,
            })),
            port: self.port,
            takes_any_port: false,
            behind_proxy: self.behind_proxy,
            admits_internet: self.allow_internet && !self.behind_proxy,
            certificate,
            folder: tables_folder(folders),
            saves: Some(folders.saves.clone()),
        };
        let wanted = SocketAddr::new(options.address, options.port);
        let server =
            Server::start(options, factories).map_err(|why| cannot_listen(wanted, &why))?;
        self.print_links(&server, &codes);
        let announcements = self.announcements(&server, &codes);
        // A failed announcement is not fatal, because guests can type the address.
        for why in announcements.iter().filter_map(|announced| announced.as_ref().err()) {
            eprint_line(&format!("--announce: {why}"));
        }
        let stop = stop_flag();
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(())
    }

    /// Announces the tables on the local network, if the user asked for it.
    fn announcements(
        &self,
        server: &Server,
        codes: &[TableCode],
    ) -> Vec<Result<Announcement, String>> {
        let (port, preset) = (server.address().port(), self.preset.as_deref().unwrap_or_default());
        let announced = codes.iter().filter(|_| self.announce).take(MAX_ANNOUNCED);
        announced.map(|code| Announcement::new(code, port, preset, "")).collect()
    }

    /// Reads the certificate, and refuses to admit the internet without encryption.
    fn certificate(&self) -> Result<Option<Certificate>, Failure> {
        let files = self.tls_cert.as_deref().zip(self.tls_key.as_deref());
        if self.allow_internet && files.is_none() && !self.behind_proxy {
            return Err(Failure::Usage(
                "--allow-internet needs encrypted connections: give --tls-cert and --tls-key, or \
                 put a proxy such as Caddy in front of the host and give --behind-proxy"
                    .to_owned(),
            ));
        }
        let read = files.map(|(chain, key)| Certificate::read(chain, key));
        read.transpose().map_err(|why| Failure::bad(format!("cannot encrypt: {why}")))
    }

    /// Returns the length of the codes. They are longer if the internet can reach the tables.
    fn code_length(&self) -> usize {
        match self.allow_internet || self.behind_proxy {
            true => INTERNET_CODE_LENGTH,
            false => LOCAL_CODE_LENGTH,
        }
    }

    /// Returns the authority of each link for guests: a domain name or an address, with its port
    /// unless that is the default.
    fn authorities(&self, server: &Server) -> Vec<String> {
        let port = server.address().port();
        let address = |address: IpAddr| match address {
            IpAddr::V4(address) => format!("{address}:{port}"),
            IpAddr::V6(address) => format!("[{address}]:{port}"),
        };
        match &self.domain {
            // A proxy listens on port 443, the default of HTTPS, which links leave out.
            Some(name) if self.behind_proxy => vec![name.clone()],
            Some(name) => vec![format!("{name}:{port}")],
            None => server.reachable_addresses().into_iter().map(address).collect(),
        }
    }

    /// Prints the links and codes.
    fn print_links(&self, server: &Server, codes: &[TableCode]) {
        let authorities = self.authorities(server);
        let is_encrypted = self.tls_cert.is_some() || (self.behind_proxy && self.domain.is_some());
        let scheme = if is_encrypted { "https" } else { "http" };
        if self.format.json {
            return print_json(&serde_json::json!({ "hosts": authorities, "codes": codes }));
        }
        for code in codes {
            for authority in &authorities {
                print(&format!("{scheme}://{authority}/#{code}"));
            }
        }
        // Behind a proxy and without --domain, no guest can reach the address.
        let is_link_reachable = !self.behind_proxy || self.domain.is_some();
        if let ([code], Some(authority), true) = (codes, authorities.first(), is_link_reachable)
            && let Ok(picture) = QrCode::new(format!("{scheme}://{authority}/#{code}"))
        {
            picture.render::<unicode::Dense1x2>().build().lines().for_each(print);
            let instruction = match self.allow_internet || self.behind_proxy {
                true => "Open the link on any device.",
                false => "Open the link on a device on the same network.",
            };
            print(&format!("{instruction} Code: {code}"));
        }
        eprint_line("Press Ctrl-C to end; continue unfinished games with qipan host --resume.");
    }

    /// Returns factories for new tables, and their codes.
    fn new_tables<G: PageBoard + ViewData>(
        &self,
        preset: &str,
        folders: &Folders,
    ) -> Result<(Vec<TableFactory>, Vec<TableCode>), Failure> {
        let (set, rule) = (self.set.clone(), self.rule.clone());
        let given = SetupArgs { set, rule, seed: None, turn_seconds: None };
        let setup = GameSetup { preset: preset.to_owned(), given, position: None };
        let (mut rules, house_rules) = setup.rules_printing_notes::<G>(folders)?;
        // As in the window, there is no clock unless the host sets one.
        if !self.set.iter().any(|(key, _)| key == CLOCK)
            && let Ok(without_clock) = rules.with(CLOCK, &0.into())
        {
            rules = without_clock;
        }
        let (guest_seats, robots) = self.players::<G>(&setup, folders, &rules)?;
        let helper_robots = HelperRobots::shipped::<G>(folders).map_err(Failure::bad)?;
        let options = TableOptions {
            talk: self.talk,
            watchers: !self.no_watchers,
            file: !self.keep_file,
            wait: self.wait,
            lost: self.lost,
            hints: self.hints,
            robots_concede: !self.robots_play_on,
        };
        let length = self.code_length();
        let codes: Vec<TableCode> = (0..self.tables).map(|_| TableCode::random(length)).collect();
        let factory = |code: &TableCode| {
            let setup = TableSetup::<G> {
                code: code.clone(),
                preset: preset.to_owned(),
                rules: rules.clone(),
                house_rules: house_rules.clone(),
                guest_seats,
                robots: robots.clone(),
                helper_robots: helper_robots.clone(),
                options,
            };
            let make: TableFactory =
                Box::new(move |languages, wake| Box::new(Table::new(setup, languages, wake)));
            make
        };
        Ok((codes.iter().map(factory).collect(), codes))
    }

    /// Returns the seats for guests, and the robots by seat, each with the argument that named it.
    #[allow(clippy::type_complexity, reason = "two fields of TableSetup")]
    fn players<G: PageBoard>(
        &self,
        setup: &GameSetup,
        folders: &Folders,
        rules: &G::Rules,
    ) -> Result<(SeatSet, BTreeMap<Seat, (RobotSpec, String)>), Failure> {
        let mut guests = rules.seats();
        let mut robots = BTreeMap::new();
        for (seat, arg) in options::seat_players::<G>(&self.seat)? {
            guests.remove(seat);
            match arg.as_str() {
                "guest" => guests.insert(seat),
                "none" => {}
                typed => {
                    let spec = setup.robot::<G>(folders, arg, &self.programs)?;
                    robots.insert(seat, (spec, typed.to_owned()));
                }
            }
        }
        if guests.is_empty() {
            return Err(Failure::bad(
                "no seat is left for a guest; qipan play is for robots alone",
            ));
        }
        let participating = guests.union(robots.keys().copied().collect());
        let seed = qipan_core::contract::dice::Seed::from_number(0);
        let deal = G::draw_deal(rules, participating, &seed).map_err(Failure::bad)?;
        G::new(rules, participating, &deal)
            .map_err(|why| Failure::bad(format!("--seat: {why}")))?;
        Ok((guests, robots))
    }

    /// Returns factories for the tables that an earlier run left, and their codes.
    fn resumed_tables(
        &self,
        folders: &Folders,
    ) -> Result<(Vec<TableFactory>, Vec<TableCode>), Failure> {
        let (mut factories, mut codes) = (Vec::new(), Vec::new());
        // A broken table is reported, and the others are still resumed.
        for found in saved_tables(&tables_folder(folders)) {
            let (table, journal) = match found {
                Ok(found) => found,
                Err(why) => {
                    eprint_line(&why);
                    continue;
                }
            };
            let code = table.code.clone();
            let factory = options::kind(&table.preset).and_then(|kind| {
                with_game!(kind, |G| self.resumed_table::<G>(table, journal, folders))
            });
            match factory {
                Ok(factory) => {
                    factories.push(factory);
                    codes.push(code);
                }
                Err(Failure::Bad(why) | Failure::Usage(why)) => {
                    eprint_line(&format!("table {code}: {why}"));
                }
                Err(Failure::AlreadyReported) => {}
            }
        }
        if codes.is_empty() {
            return Err(Failure::bad("there is no table to continue"));
        }
        Ok((factories, codes))
    }

    /// Returns a factory for a table that an earlier run left.
    fn resumed_table<G: PageBoard + ViewData>(
        &self,
        table: SavedTable,
        journal: Option<String>,
        folders: &Folders,
    ) -> Result<TableFactory, Failure> {
        let preset = table.preset.clone();
        let mut robots = BTreeMap::new();
        for (name, typed) in &table.robots {
            // The file of a table may only name scripts of the scripts folder, so that it cannot
            // run another file or a command.
            let robot_name = typed.split(',').next().unwrap_or_default();
            ScriptName::of_file(robot_name).map_err(|_| {
                Failure::bad(format!(
                    "the robot `{robot_name:.60}` was given as a file or a command; a table can \
                     continue only with robots of the scripts folder"
                ))
            })?;
            let arg = options::script_arg(typed).unwrap_or_else(|never| match never {});
            let spec = options::robot::<G>(folders, &preset, &arg, &self.programs)?;
            robots.insert(options::seat::<G>(name)?, (spec, typed.clone()));
        }
        let helper_robots = HelperRobots::shipped::<G>(folders).map_err(Failure::bad)?;
        let resumed = table.resume::<G>(robots, helper_robots, journal, TableSource::OwnFiles);
        let resumed = resumed.map_err(Failure::bad)?;
        Ok(Box::new(move |languages, wake| Box::new(resumed.into_table(languages, wake))))
    }
}

/// Returns the failure to listen. It says whether the address or the port is wrong.
fn cannot_listen(wanted: SocketAddr, why: &io::Error) -> Failure {
    let (address, port) = (wanted.ip(), wanted.port());
    Failure::bad(match why.kind() {
        io::ErrorKind::AddrNotAvailable => format!(
            "cannot listen on {address}: this is no address of this computer; choose another with \
             --address"
        ),
        io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied => {
            format!("cannot listen on port {port}: {why}; choose another with --port")
        }
        _ => format!("cannot listen on {wanted}: {why}"),
    })
}

/// Parses a domain name, without a port.
fn domain_name(text: &str) -> Result<String, String> {
    let is_label = |label: &str| {
        let is_label_char = |c: char| c.is_ascii_alphanumeric() || c == '-';
        !label.is_empty() && label.len() < 64 && label.chars().all(is_label_char)
    };
    match text.len() < 254 && text.split('.').all(is_label) {
        true => Ok(text.to_ascii_lowercase()),
        false => Err("a name such as games.example.org is expected, without a port".to_owned()),
    }
}

/// Returns the folder for the files of tables.
fn tables_folder(folders: &Folders) -> std::path::PathBuf {
    folders.data.join("tables")
}
