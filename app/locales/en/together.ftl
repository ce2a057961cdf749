# Playing together over the network: what a table says to its guests.

together-no-version = This table uses another version of Qipan. Load the page again, or update Qipan.
together-no-token = Your place was given to someone else. Join with the code of the table.
together-no-code = There is no table with this code.
together-no-watchers = The host of this table lets nobody watch.
together-full = The table is full.
together-no-seat = This game has no such side.
together-taken = This side is taken.
together-slow-down = Too many wrong codes. Wait a minute.

together-no-layout = Choose a layout first.
together-bad-layout = The rules do not allow this layout. Move the pieces that stand on forbidden cells.
together-mismatch = What was disclosed is not what was committed to. Load the page again.
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
together-no-draw = The rules allow no draw now.
together-nothing-to-take-back = There is nothing to take back.
together-too-much-talk = Slow down a little.

together-rule-failed = The house rule { $file } failed. The host has to end the game.
together-paused-for = Waiting for { $name } to come back.
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
together-say-help_me = Partner, help me!
together-say-leave_it_to_me = Leave it to me.
together-say-thanks = Thanks!
together-say-sorry = Sorry!
together-say-again = Another game?
together-say-goodbye = Goodbye!
