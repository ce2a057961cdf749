# Words of the two race games.

race-plane = plane
race-piece = piece
race-hangar = hangar
race-apron = apron
race-start = start point
race-track = track
race-lane = home lane
race-centre = centre
race-launch = take off
race-jump = jump
race-flight = flight
race-stack = stack
race-capture = capture
race-die = die
race-roll = Roll
