cask "qipan" do
  version "@VERSION@"
  sha256 "@SHA256 qipan-VERSION-macos-universal.dmg@"

  url "https://github.com/qipan-app/qipan/releases/download/v#{version}/qipan-#{version}-macos-universal.dmg"
  name "Qipan"
  name "棋盘"
  desc "Chinese family board games, with robots and house rules"
  homepage "https://github.com/qipan-app/qipan"

  depends_on macos: ">= :big_sur"

  app "Qipan.app"
  binary "#{appdir}/Qipan.app/Contents/MacOS/qipan"
end
