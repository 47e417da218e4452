// Builds the dashboard in a temporary folder and checks its sizes: the files that a first visit loads, and the
// additional files of each screen. Also checks that it contains the texts of every language, because patterns of files
// that match nothing leave languages out in silence.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, rmSync, statSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { listLanguages, listTexts } from "../apps/dashboard/src/i18n/list-texts.ts";

/** The maximum sizes in bytes: compressed with gzip, except for fonts and pictures, which are served as they are. */
const limits = {
  "first scripts": 152_000,
  "first styles": 10_000,
  "largest font": 30_000,
  "largest screen": 39_000,
  pictures: 450_000,
};

const folder = join(import.meta.dirname, "../apps/dashboard");
const built = await mkdtemp(join(tmpdir(), "stint-dashboard-"));
process.once("exit", () => rmSync(built, { recursive: true, force: true }));
const { status } = spawnSync(process.execPath, [join(folder, "scripts/build.ts"), folder, built], {
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production" },
});
if (status !== 0) process.exit(1);

const index = readBuilt("index.html");
const named = (pattern: RegExp) => [...index.matchAll(pattern)].map(([, path = ""]) => path.slice(1));
/** The scripts that a first visit loads before its screen: those in index.html and the shell around the screens. */
const first = new Set(named(/(?:src|modulepreload"[^>]*href)="([^"]+\.js)"/g));
const [shell] = globSync("assets/shell-*.js", { cwd: built });
if (shell === undefined) throw new Error("The build has no shell, see apps/dashboard/scripts/chunks.ts.");
for (const path of withImports(shell)) first.add(path);
const styles = [...named(/href="([^"]+\.css)"/g), ...globSync("assets/shell-*.css", { cwd: built })];
const fonts = globSync("assets/*.woff2", { cwd: built });
const screens = globSync("assets/*.js", { cwd: built })
  .filter((path) => !first.has(path))
  .map((path) => ({ path, bytes: sumOf(withImports(path)) }))
  .toSorted((left, right) => right.bytes - left.bytes);

/** Returns the script and its static imports, without scripts that the first visit has already loaded. */
function withImports(path: string, found = new Set<string>()): Set<string> {
  if (first.has(path) || found.has(path)) return found;
  found.add(path);
  for (const [, name = ""] of readBuilt(path).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    withImports(`assets/${name}`, found);
  return found;
}

function sumOf(paths: Iterable<string>): number {
  return [...paths].reduce((sum, path) => sum + weightOf(path), 0);
}

function weightOf(path: string): number {
  const compressed = join(built, `${path}.gz`);
  return existsSync(compressed) ? statSync(compressed).size : gzipSync(readFileSync(join(built, path))).length;
}

const measured: Record<keyof typeof limits, number> = {
  "first scripts": sumOf(first),
  "first styles": sumOf(styles),
  "largest font": Math.max(...fonts.map((path) => statSync(join(built, path)).size)),
  "largest screen": screens[0]?.bytes ?? 0,
  pictures: globSync("pictures/**/*.webp", { cwd: built }).reduce(
    (sum, path) => sum + statSync(join(built, path)).size,
    0,
  ),
};
for (const [name, limit] of Object.entries(limits)) {
  const bytes = measured[name as keyof typeof limits];
  if (bytes > limit) process.exitCode = 1;
  process.stdout.write(`${bytes > limit ? "FAILED" : "ok    "} ${name}: ${kb(bytes)} of ${kb(limit)}\n`);
}
process.stdout.write(`${screens.map(({ path, bytes }) => `       ${basename(path)} ${kb(bytes)}`).join("\n")}\n`);

const scripts = globSync("assets/*.js", { cwd: built }).map(readBuilt).join("\n");
const verifier = readBuilt("verify-statement.html");
for (const language of listLanguages())
  for (const [name, all] of Map.groupBy(await listTexts(language), ([path]) => path.split(".", 1)[0] ?? "")) {
    // Texts with quotes or no-break spaces may be escaped in the build, and short ones may be part of others.
    const texts = all.map(([, { text }]) => text).filter((text) => /^[^\\"'`${}\n\u00a0\u202f]{8,}$/.test(text));
    const codes = name === "verifier" ? [verifier] : name === "statement" ? [scripts, verifier] : [scripts];
    if (codes.every((code) => texts.every((text) => code.includes(text)))) continue;
    process.exitCode = 1;
    process.stdout.write(`FAILED The build lacks texts of ${name} in ${language}.\n`);
  }

function readBuilt(path: string): string {
  return readFileSync(join(built, path), "utf8");
}

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
