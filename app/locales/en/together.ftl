# Playing together over the network. First what a table says to its guests.

together-no-version = This table uses another version of Qipan. Load the page again, or update Qipan.
together-no-token = Your place at the table is no longer kept. Join with the table code.
together-unknown-code = There is no table with this code.
together-no-watchers = The host of this table does not allow spectators.
together-full = The table is full.
together-no-seat = This game has no such side.
together-taken = This side is taken.
together-too-many-codes = Too many wrong codes. Wait a minute.

together-no-layout = Choose a layout first.
together-bad-layout = The rules do not allow this layout. Move the pieces that stand where they are not allowed.
together-mismatch = The random number or the layout revealed now is not the one that was fixed before the game. Load the page again.
together-no-start = The game could not begin: { $why }

together-not-begun = The game has not begun.
together-only-watching = You are watching.
together-not-your-turn = It is another player's turn.
together-over = The game is over.
together-no-action = There is no such move.
together-not-allowed = The rules do not allow this.
together-house-rule = A house rule failed, so the game cannot continue.
together-no-step = The game has moved on.
together-paused = The game is paused.
together-offer-open = Another offer is waiting for an answer.
together-no-draw = The rules do not allow a draw now.
together-nothing-to-take-back = There is nothing to take back.
together-no-hints = The host does not allow hints.
together-nothing-to-hint = You can get a hint when you have a move to make.
together-hint-asked = { $name } asked for a hint.
together-too-much-talk = Slow down a little.

together-rule-failed = The house rule { $file } failed. The host has to end the game.
together-paused-for = The game is paused until { $name } comes back.
together-roll = Roll

together-say-hello = Hello!
together-say-good_luck = Good luck!
together-say-have_fun = Have fun!
together-say-your_turn = It's your turn.
together-say-one_moment = One moment, please.
together-say-i_am_back = I'm back.
together-say-hurry = Hurry up!
together-say-take_your_time = Take your time.
together-say-nice_move = Nice move!
together-say-well_played = Well played!
together-say-lucky = Lucky you!
together-say-bad_luck = Bad luck!
together-say-oops = Oops!
together-say-careful = Careful!
together-say-help_me = Help me!
together-say-leave_it_to_me = Leave it to me.
together-say-thanks = Thanks!
together-say-sorry = Sorry!
together-say-again = Another game?
together-say-goodbye = Goodbye!

# The window: joining and opening a table.
together-title = Play together
together-join = Join a table
together-join-about = Ask the host for the address and the table code, or paste the link.
together-name = Your name
together-address = Address or link
together-code = Table code
together-watch = Just watch
together-join-now = Join
together-open = Invite others
together-open-about = Choose a game, then press “Invite…” on the next page. The others join with Qipan or with any browser on the same network.
together-open-how = Nothing is sent over the internet, and nobody needs an account.
together-plan-about = Who plays on another device?
together-plan-seat = { $seat } plays on another device
together-elsewhere = on another device
together-watchers = Others may watch
together-hints = Players may ask for hints
together-free-text = Players may type their own messages
together-lost = If a player is away for a minute:
together-lost-pause = the game is paused
together-lost-robot = a robot takes over
together-lost-clock = the clock keeps running
together-open-now = Open the table
together-cannot-open = The table could not be opened: { $why }
together-joining = Joining the table at { $address }…
together-unreachable = The host cannot be reached: { $why }. Check the address, and that both devices are on the same network.
together-unknown-game = The host plays a game that this version does not know. Update Qipan.
together-bad-message = The connection was closed because the host sent an invalid message: { $why }

# The table before a game.
together-invite = Invite
together-invite-about = Open the link on a phone, tablet or computer on the same network, or scan the code.
together-qr = QR code of the link
together-copy = Copy link
together-open-seat = waiting for a player
together-robot = robot
together-away = not connected
together-is-ready = ready
together-is-not-ready = not ready yet
together-you = { $name } (you)
together-watching = { $count ->
    [one] 1 person watching
   *[other] { $count } people watching
}
together-layout = Layout
together-layout-name = Layout ({ $name })
together-layout-random = Random
together-ready = Ready
together-here = { $name } (at this computer)
together-unnamed-here = at this computer
together-add-player = Add a player at this computer
together-add-name = Name
together-ready-name = { $name } is ready
together-unready = I'm not ready
together-ready-about = The game begins when everybody is ready.
together-wait = Waiting for the others…
together-to-game = Back to the game
together-leave = Leave the table
together-close = Close the table
together-ask-leave = Leave the table?
together-ask-close = Close the table? The others will not be able to play on.
together-ask-other-game = You are playing with others. Leave the table?
together-ask-other-game-host = You are hosting a game. Starting or opening another game closes the table, and the others cannot continue. Close it?

# The strip under the game.
together-table = Table
together-say = Say
    .about = Send a phrase, an emoji or a message to the others.
together-write = Write something…
together-reconnecting = The connection was lost. Trying again…
together-left = { $name } has lost the connection. Waiting for { $seconds } more { $seconds ->
    [one] second
   *[other] seconds
}.
together-offer-draw = { $name } offers a draw.
together-offer-back = { $name } asks to take a move back.
together-asked-draw = You have offered a draw. Waiting for the others…
together-asked-draw-here = { $name } offers a draw. The other person at this computer can answer.
together-asked-back-here = { $name } asks to take a move back. The other person at this computer can answer.
together-asked-back = You have asked to take a move back. Waiting for the others…
together-agree = Accept
together-decline = Decline
together-withdraw = Withdraw
together-fair = Checked: the game was fair.
together-unfair = The check found something wrong: { $why }.
together-player-away = { $name } (not connected)
together-hand-over = Make host
together-ask-hand-over = Hand the table over to { $name }? { $name }'s computer will then run the game and hold everybody's hidden pieces, and everybody will connect to it.
together-take-over = The host wants to hand the table over to you. This computer will then run the game. Do you accept?
together-now-host = You are the host now.
together-has-moved = The table has moved to another host.
together-moving = The table is moving to another host.
together-not-handed-over = The table was not handed over.
together-has-left = { $name } has left the table. A robot takes over.
together-open-robot = robot; a person can take over
together-nearby-none = None so far. Tables on this network appear here automatically.
together-back-host = You had a table open. Choose “Return” to open it again; the others reconnect automatically.
together-no-network = This computer has no address on a local network, so no other device can join.
together-host-only = This is not possible in a game with others.
together-next-game = Next game
together-closed = The host has closed the table.
together-removed = The host has removed you from the table.
together-mute = Mute
together-unmute = Unmute
together-remove = Remove
together-ask-remove = Remove { $name } from the table? During a game, a robot takes over.
together-partly = Checked: all moves are legal and fit the rolls and random draws. You joined too late to check more.
together-back = Your table
together-back-about = You were at a table at { $address }. Your place is kept while the host waits.
together-back-now = Return
together-forget = Forget this table
together-announce = Let devices on this network find the table
together-nearby = Tables nearby

# What is wrong with a game whose check failed.
unfair-host = the host
unfair-no-commitments = the fairness codes were not shown before the game, or your random number was left out
unfair-share-missing = the random number of { $who } was not revealed
unfair-share = the random number that { $who } revealed is not the one that was fixed before the game
unfair-other-shares = the seed was not made from exactly the random numbers that were fixed before the game
unfair-seed = the seed does not follow from the players' random numbers
unfair-commitment = the seed revealed now does not match its fairness code
unfair-roll = roll { $number } does not follow from the players' random numbers
unfair-shown-roll = roll { $number } is not the one that was shown
unfair-layout-missing = the layout of { $who } was not revealed
unfair-layout = the layout that { $who } revealed is not the one that was fixed before the game
unfair-own-layout = the layout revealed for you is not your own
unfair-played-layout = { $who } did not play with the layout that was fixed before the game
unfair-rules = the game was not played by the rules that the host announced
unfair-shown-step = step { $number } is not the one that was shown
unfair-file = the saved game is wrong ({ $why })
