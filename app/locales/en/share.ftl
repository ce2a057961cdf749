# A game shown to others: pictures, words, files.

share-title = Share
share-picture = Picture
    .about = The position shown now, as a PNG file.
share-film = GIF
    .about = A section of the game as a GIF file, a frame for each step.
share-text = Words
    .about = The whole game in words: who played, every step and how it ended.
share-told = One player's view
    .about = A saved game with nothing in it that this player could not know. It opens as a replay through this player's eyes.
share-width = Width in pixels
share-names = Name the players
share-eyes = Through whose eyes
share-from = From step
share-to = to
share-speed = Speed
share-save = Save as…
share-copy = Copy
share-copied = Copied to the clipboard.
share-failed = That did not work: { $why }
share-line = { $seat }: { $what }
share-seed = Seed of the dice: { $seed }
