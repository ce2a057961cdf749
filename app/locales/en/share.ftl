# A game shown to others: pictures, text, files.

share-title = Share
share-picture = Picture
    .about = The position shown now, as a PNG file.
share-gif = GIF
    .about = A section of the game as an animated GIF, one frame for each step.
share-text = Text
    .about = The whole game in words: who played, every step and how it ended.
share-redacted = One player's view
    .about = A saved game with only what this player could know. It opens as a replay from this player's point of view.
share-width = Width in pixels
share-names = Show player names
share-viewer = Point of view
share-from = From step
share-to = to
share-speed = Speed
share-save = Save as…
share-copy = Copy
share-copied = Copied to the clipboard.
share-failed = That did not work: { $why }
share-line = { $seat }: { $what }
share-seed = Random seed: { $seed }
