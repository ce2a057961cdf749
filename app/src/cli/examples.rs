//! The examples under the help of each command. A test parses every one.

pub(super) const QIPAN: &str = "\
Examples:
  qipan                            Open the window
  qipan game.json                  Open a saved game in the window
  qipan play dark                  Let two robots play Junqi and print the result
  qipan help arena                 Show the options of a command";

pub(super) const PLAY: &str = "\
Examples:
  qipan play aeroplane --seed 7
  qipan play flying --seat red=master --seat yellow=none --save game.json
  qipan play dark --seat north=my_robot --log
  qipan play aeroplane --set 'takeoff=[5,6]' --rule sweet_revenge";

pub(super) const REPLAY: &str = "\
Examples:
  qipan replay game.json --text
  qipan replay game.json --verify
  qipan replay game.json --step 40 --ask master
  qipan replay game.json --gif game.gif --from 20 --to 60 --speed 2
  qipan replay game.json --redact south --out south.json";

pub(super) const ARENA: &str = "\
Examples:
  qipan arena aeroplane my_robot greedy --games 2000
  qipan arena dark my_robot sampler --sprt 50%,55%
  qipan arena aeroplane my_robot greedy careful bold --compare my_old_robot
  qipan arena dark my_robot sampler --book openings.txt --fuel 1000000
  qipan arena flying master 'cmd:python3 my.py' --resume run.jsonl --csv table.csv
  qipan arena dark my_robot sampler --games 10000 --seed 7 --shard 2/8 --resume part-2.jsonl";

pub(super) const ARENA_MERGE: &str = "\
Examples:
  qipan arena merge part-*.jsonl
  qipan arena merge part-*.jsonl --partial --json";

pub(super) const HOST: &str = "\
Examples:
  qipan host dark
  qipan host siguo_dark --seat east=strong --seat west=strong --lost robot
  qipan host aeroplane --tables 4 --port 8000
  qipan host --resume";

pub(super) const JOIN: &str = "\
Examples:
  qipan join 192.168.1.7 --code A2B3C4 --robot greedy
  qipan join localhost:8000 --code A2B3C4 --robot my_robot --seat north --save game.json";

pub(super) const AGREE: &str = "\
Examples:
  qipan agree saves/*.json --robot master --robot greedy
  qipan agree saves/*.json --robot imitator --by player";

pub(super) const ANALYSE: &str = "\
Examples:
  qipan analyse game.json
  qipan analyse saves/*.json --json";

pub(super) const COACH: &str = "\
Examples:
  qipan coach game.json
  qipan coach --percent 5 --confirm games/*.json";

pub(super) const ADAPT: &str = "\
Examples:
  qipan adapt dark my_robot
  qipan adapt flying easy --series 40 --seed 1";

pub(super) const GAUNTLET: &str = "\
Examples:
  qipan gauntlet my_robot
  qipan gauntlet sampler --preset dark --preset flip --games 200 --seed 1";

pub(super) const SUITE: &str = "\
Examples:
  qipan suite my_robot
  qipan suite sampler master --seeds 8
  qipan suite my_robot --only open_rail --only flip --failed";

pub(super) const LADDER: &str = "\
Examples:
  qipan ladder my_ladder --dry-run
  qipan ladder my_ladder --jobs 4
  qipan ladder my_ladder --shard 2/8
  qipan ladder my_ladder --site-only

Put the robots into robots/race and robots/junqi of the folder, as scripts or packages. Qipan writes
the results to games/ and the pages to site/; open site/index.html first. For ladder.json see
app/docs/ladder.md in the source code.";

pub(super) const CHECK: &str = "\
Examples:
  qipan check my_robot
  qipan check scripts/robots/race/my_robot.luau sweet_revenge";

pub(super) const NEW: &str = "\
Examples:
  qipan new robot race \"My first robot\"
  qipan new rule junqi \"Brave Engineers\"";

pub(super) const PACK: &str = "\
Examples:
  qipan pack my_robot
  qipan pack rules/race/sweet_revenge --author Kim --picture revenge.png
  qipan pack layouts/Wall.json --out wall.qipan-layout";

pub(super) const ADD: &str = "\
Examples:
  qipan add my_robot.qipan-robot
  qipan add my_robot.qipan-robot --check --yes
  qipan add my_robot.qipan-robot --name their_robot";

pub(super) const PERFT: &str = "\
Examples:
  qipan perft position.json --depth 4";

pub(super) const IMPORT: &str = "\
Examples:
  qipan import game.jgs
  qipan import replays --out games";

pub(super) const GAMES: &str = "\
Examples:
  qipan games
  qipan games ~/games --json";

pub(super) const RECORDS: &str = "\
Examples:
  qipan records
  qipan records ~/games --name Kim --json";

pub(super) const PUZZLES: &str = "\
Examples:
  qipan puzzles saves/*.json --out puzzles.json --count 20";

pub(super) const TUNE: &str = "\
Examples:
  qipan tune careful --against greedy --games 400
  qipan tune my_robot --against greedy --resume tune.jsonl
  qipan tune my_robot --method spsa --rounds 100 --resume spsa.jsonl";

pub(super) const DOCS: &str = "\
Examples:
  qipan docs
  qipan docs --html site";

pub(super) const ROBOT: &str = "\
Examples:
  qipan robot --preset dark greedy
  qipan robot --preset flying master --seat red --seed 7 --save game.json";

pub(super) const BENCH: &str = "\
Examples:
  qipan bench
  qipan bench dark six --json";

pub(super) const TRAIN: &str = "\
Examples:
  qipan train flying --games 100000 --out flying.net
  qipan train policy junqi_games.txt --out people.policy
  qipan train layouts --games 16000 --out strength.layouts";

pub(super) const SOLVE: &str = "\
Examples:
  qipan solve aeroplane --robot master --robot expectimax
  qipan solve flying --planes 1 --json";

#[cfg(test)]
mod tests {
    use clap::{CommandFactory as _, Parser as _};

    use crate::cli::Cli;

    /// Splits a line at spaces outside quotation marks.
    fn words(line: &str) -> Vec<String> {
        let mut words = vec![String::new()];
        let mut quote = None;
        for character in line.chars() {
            match quote {
                Some(open) if character == open => quote = None,
                None if matches!(character, '\'' | '"') => quote = Some(character),
                None if character == ' ' => words.push(String::new()),
                _ => words.last_mut().unwrap().push(character),
            }
        }
        words
    }

    #[test]
    fn examples_of_every_command_are_valid_command_lines() {
        let mut command = Cli::command();
        command.build();
        let mut commands = vec![&command];
        commands.extend(command.get_subcommands().filter(|command| command.get_name() != "help"));
        for command in commands {
            let name = command.get_name();
            let help = command.get_after_help().unwrap_or_else(|| panic!("{name}")).to_string();
            let lines = help.lines().filter_map(|line| line.strip_prefix("  "));
            let examples: Vec<&str> = lines.map(|line| line.split("   ").next().unwrap()).collect();
            assert!(!examples.is_empty(), "{name}: {help}");
            for example in examples {
                match Cli::try_parse_from(words(example)) {
                    Ok(_) => {}
                    Err(error) => assert!(error.exit_code() == 0, "{example}: {error}"),
                }
                assert!(example.starts_with("qipan"), "{example}");
                let subcommand = words(example).get(1).cloned();
                assert!(name == "qipan" || subcommand.as_deref() == Some(name), "{example}");
            }
        }
    }
}
