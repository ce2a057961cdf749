// Formats or checks every .lua and .luau file under scripts/ by the settings in scripts/stylua.toml.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const stylua = createRequire(import.meta.url)(process.env.QIPAN_STYLUA);
const write = process.argv.includes("--write");

function settings() {
  const text = readFileSync("scripts/stylua.toml", "utf8");
  const values = Object.fromEntries(
    text.split("\n").filter((line) => line.includes("=")).map((line) => {
      const [key, value] = line.split("=").map((part) => part.trim());
      return [key, JSON.parse(value)];
    }),
  );
  const config = stylua.Config.new();
  config.syntax = stylua.LuaVersion[values.syntax];
  config.column_width = values.column_width;
  config.indent_type = stylua.IndentType[values.indent_type];
  config.indent_width = values.indent_width;
  return config;
}

const files = readdirSync("scripts", { recursive: true })
  .map((name) => join("scripts", name))
  // StyLua does not read declaration files.
  .filter((name) => /\.luau?$/.test(name) && !name.endsWith(".d.luau"))
  .sort();

let bad = 0;
for (const file of files) {
  const source = readFileSync(file, "utf8");
  let formatted;
  try {
    formatted = stylua.formatCode(source, settings(), undefined, stylua.OutputVerification.None);
  } catch (error) {
    console.error(`${file}: ${error}`);
    bad += 1;
    continue;
  }
  if (formatted === source) continue;
  if (write) {
    writeFileSync(file, formatted);
    console.log(`${file}: formatted`);
  } else {
    const [was, is] = [source.split("\n"), formatted.split("\n")];
    const at = is.findIndex((line, number) => line !== was[number]);
    console.error(`${file}:${at + 1}: not formatted, expected: ${is[at]}`);
    bad += 1;
  }
}
console.log(`${files.length} files, ${bad} bad`);
process.exit(bad > 0 ? 1 : 0);
