# Packages: a robot, a house rule or a layout as one file to give away.

## Why a package is refused. $name is a file in the package, unless another thing is named.

package-not-package = This is not a Qipan package.
package-damaged = The package is damaged or incomplete. Ask for the file again.
package-too-large = The package is too large. It can hold 4 MiB at most.
package-too-many-files = The package holds too many files. It can hold 64 at most.
package-bad-name = The package contains { $name }, which does not belong in a package. A package holds either a layout or a script with its modules and tests. It can also hold one picture and the text file of a robot that is not written in Luau, but no folders.
package-repeated = { $name } is in the package twice. Ask for the file again.
package-not-plain = { $name } in the package is encrypted, a link, or packed in an unknown way.
package-missing = { $name } is missing from the package. Ask for the file again.
package-unlisted = { $name } is in the package, but manifest.json does not list this file. Ask for the file again.
package-unused = { $name } is in the package, but no script in it loads this module. Ask for the file again.
package-changed = { $name } was changed after the package was made. Ask for the file again.
package-manifest = manifest.json in the package cannot be read. Line { $line }: { $what }. Ask for the file again.
package-fact = manifest.json in the package is wrong: the entry “{ $field }” { $why }.
# $name says what is wrong.
package-fact-all = manifest.json in the package is wrong: it { $name }.
# $name is the version of the format.
package-format = The package was made by a newer version of Qipan (format { $name }). Update Qipan to open it.
# $name is a version of Qipan.
package-newer = The package needs Qipan { $name } or newer. Update Qipan to use it.
package-author = The name of the author can have 40 characters at most, and no control characters.
# $name is the name that the player has chosen.
package-chosen-name = { $name } cannot be used as a name. Use at most 40 characters: letters, digits, _ and -.
package-picture = The picture must be a PNG file of at most 512 KiB, and at most 1024 pixels wide and high.
package-layout = The layout is not complete, or a piece stands where it may not.
package-program = A robot that is not written in Luau can be packed only if its program is a single text file that an interpreter runs. Call the file { $name }.robot.py, for example, and let the command consist of the interpreter and this file. The manual lists the possible interpreters under “Give a robot away”.
package-program-text = { $name } in the package must be a text file in UTF-8 without hidden characters.
# $name is the path of a file.
package-program-file = You have another program in { $name }, which was not replaced. Rename or delete yours first.
package-script = The script failed to load: { $why }
# $name is a field of manifest.json.
package-differs = The script contradicts what the package says about it (“{ $name }”), so it was not added. Do not trust this file.
# $name is a file or the name of a layout of the player.
package-taken = You already have a different { $name }. Rename or delete yours first.
# $name is the name of a script.
package-built-in = A built-in script has the name { $name }. Choose another name.
# Two scripts need different modules of one name. $script is the script in the package, $users are the player's scripts.
package-module = { $script } in the package needs a module “{ $module }”, but your { $file } is a different one, used by { $users }. It was not replaced. Rename one of the two modules.
package-module-unused = { $script } in the package needs a module “{ $module }”, but your { $file } is a different one. It was not replaced. Rename or delete it first.

## Opening a package

package-ask-open = Add from a file…
package-open = Open a package
package-save = Save the package
package-files-kind = Qipan packages
package-kind-robot = Robot
package-kind-rule = House rule
package-kind-layout = Layout
package-by = by { $author }, according to the package
package-add = Add
package-check = Check it
    .about = Plays games automatically to check the script. It runs in a sandbox and cannot reach your files or the network.
package-game = Game
package-version = Version
package-command = Command
package-fuel = Fuel
package-fuel-used = median { $median }, at most { $max }, measured when it was packed
package-files = Files
package-file = { $name }, { $bytes } bytes
package-checksum = Checksum
package-picture-label = Picture
# $name is the name of a file or of a layout.
package-other-name = You already have a different one with this name, so this one will be added as { $name }.
package-note = All of this comes from the person who made the package. The script in it has not run yet.
package-note-layout = All of this comes from the person who made the package. A layout contains no code.
# Shown on the sheet of a package, in the colour of a warning.
package-program-warning = This robot is a program. It does not run in the sandbox but with your permissions: it can read, change and delete your files and use the network. Add it only if you trust the person who gave it to you. Qipan will ask you again before the robot runs for the first time.
# A question before a program is exported.
package-export-program = This robot is a program, so Qipan cannot check it. Everyone who opens the package will be warned that the program runs outside the sandbox. Export it?
package-added = Added { $name } from { $file }.
package-already-added = You already have { $name }. Nothing was changed.
package-exported = Saved as { $file }. Others can open the file with Qipan.
package-check-passed = The script passed its check.
