// Turns the TypeScript of this folder into JavaScript in build/: the same file in every TypeScript kit. Node 22.13 and newer can
// do that alone, by leaving the types out; with an older one `npm install` fetches the compiler first. Where there is a
// compiler the types are checked as well.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import * as module from "node:module";
import process from "node:process";
import { pathToFileURL } from "node:url";

const compiler = "node_modules/typescript/bin/tsc";

mkdirSync("build", { recursive: true });
// What was built from files that are gone would still be found, and its tests run.
for (const old of readdirSync("build").filter((name) => /\.js(\.map)?$/.test(name))) rmSync(`build/${old}`);

if (existsSync(compiler)) {
  process.exit(spawnSync(process.execPath, [compiler], { stdio: "inherit" }).status ?? 1);
}
if (!module.stripTypeScriptTypes) {
  console.error(`Node ${process.versions.node} cannot read TypeScript by itself: type \`npm install\` here, or take Node 22.13 or newer`);
  process.exit(1);
}
for (const file of readdirSync(".").filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))) {
  writeFileSync(`build/${file.slice(0, -3)}.js`, module.stripTypeScriptTypes(readFileSync(file, "utf8"), { sourceUrl: pathToFileURL(file).href }));
}
