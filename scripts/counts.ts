// Prints how large the production code and the documents are, and how much a reader must know at once. Lines are those
// of code: tests and generated files are left out, and texts in the product's languages and of error codes are counted
// apart. `--check` fails if a figure that no feature needs to raise is above its limit. `--circles`, `--reach` and
// `--numbers` also print the places.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";
import { listTunedNumbers, statesContract } from "./tuned-numbers.ts";

/** How much a reader may meet behind one file: the files that it imports, directly or not, and their lines. */
const farFiles = 100;
const farLines = 8_000;
const longFile = 300;
const longFunction = 60;
const fullFolder = 10;
/** The allowed number of folders in cycles. Lower it when possible; never raise it. */
const maxInCircles = 0;

/** The allowed number of words of each document that matches a pattern. To add text, shorten other text. */
const maxWords = {
  "README.md": 800,
  "ARCHITECTURE.md": 2_000,
  "CONTRIBUTING.md": 900,
  "docs/use/dashboard.md": 2_700,
  "apps/dashboard/README.md": 1_500,
  "docs/decisions/0*.md": 200,
};
const maxWordsInAll = 70_000;

/** The allowed values of figures that no feature needs to raise. Lower them when possible; never raise them. */
const maxFigures: Record<string, number> = {
  "functions over 60 lines, in the server": 11,
  "folders over 10 files, in the server": 5,
  "tuned numbers, in the server": 293,
  "files with more than 100 files or 8000 lines behind them": 22,
};

const isOurs = /^(?:apps|packages)\/[^/]+\/(?:src|scripts|migrations)\/.*\.(?:ts|tsx|css|sql)$|^scripts\/.*\.ts$/;
const isElse = /\.test\.tsx?$|\.d\.ts$|\/generated\/|\/generated-|\/report-statements\//;
const isWords = /\/i18n\/[a-z]{2}\/|\/texts\/[a-z]{2}\.ts$|\/error-codes\//;
const isServer = /^apps\/server\/src\//;
/** The wings, and what they stand on; everything else of the server assembles them, so it reaches nearly everything. */
const isRoom = /^apps\/server\/src\/(?:tracking|identity|platform|blog)\//;

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" });
const counted = listed.split("\n").filter((file) => isOurs.test(file) && !isElse.test(file));
const files = counted.filter((file) => !isWords.test(file));
const texts = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
const linesOf = (text: string) => text.split("\n").length - 1;

const folders = new Map<string, string[]>();
for (const file of files)
  if (!file.endsWith(".sql")) folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), file]);

const documents = listed
  .split("\n")
  .filter((file) => file.endsWith(".md"))
  .map((file) => ({ file, words: readFileSync(file, "utf8").trim().split(/\s+/).length }));
const wordsInAll = documents.reduce((sum, { words }) => sum + words, 0);
const limited = Object.entries(maxWords).map(([pattern, most]) => {
  const matching = documents.filter(({ file }) => matchesGlob(file, pattern));
  return { pattern, most, matching, largest: Math.max(0, ...matching.map(({ words }) => words)) };
});

const circles = findCircles(importsBetweenFolders());
const inCircles = circles.flat().length;
const far = findFar();
/** What a demonstration shows is no limit of the server. */
const numbers = [...texts]
  .filter(([file]) => isServer.test(file) && !statesContract(file) && !file.includes("/commands/demo/"))
  .flatMap(([file, text]) => listTunedNumbers(file, text).map((number) => ({ file, ...number })));

const count = (ending: RegExp) =>
  [...texts].reduce((sum, [file, text]) => sum + (ending.test(file) ? linesOf(text) : 0), 0);
const { paths } = JSON.parse(readFileSync("apps/server/openapi.json", "utf8")) as { paths: Record<string, object> };
const operations = Object.values(paths).flatMap(Object.keys).length;
const serverLines = [...texts].reduce((sum, [file, text]) => sum + (isServer.test(file) ? linesOf(text) : 0), 0);
const figures = (): Record<string, number | string> => ({
  "lines of TypeScript": count(/\.tsx?$/),
  "lines of styles": count(/\.css$/),
  "lines of SQL": count(/\.sql$/),
  lines: count(/./),
  "lines of texts, besides": counted.reduce(
    (sum, file) => sum + (isWords.test(file) ? linesOf(readFileSync(file, "utf8")) : 0),
    0,
  ),
  "lines of the server": serverLines,
  "lines of the server per operation": Math.round(serverLines / operations),
  [`files over ${longFile} lines`]: [...texts].filter(
    ([file, text]) => !file.endsWith(".sql") && linesOf(text) > longFile,
  ).length,
  ...ofServer(`functions over ${longFunction} lines`, longFunctions()),
  ...ofServer(
    `folders over ${fullFolder} files`,
    [...folders].flatMap(([folder, inside]) => (inside.length > fullFolder ? [`${folder}/`] : [])),
  ),
  "tuned numbers, in the server": numbers.length,
  [`files with more than ${farFiles} files or ${farLines} lines behind them`]: far.length,
  "folders in circles": `${inCircles} of ${folders.size}`,
  ...Object.fromEntries(limited.map(({ pattern, largest }) => [`words of ${pattern}`, largest])),
  "words of all Markdown": wordsInAll,
});
if (process.argv.includes("--check")) {
  const faults = limited.flatMap(({ most, matching }) =>
    matching.flatMap(({ file, words }) => (words > most ? `${file} has ${words} words, more than ${most}.\n` : [])),
  );
  if (wordsInAll > maxWordsInAll) faults.push(`All Markdown has ${wordsInAll} words, more than ${maxWordsInAll}.\n`);
  if (inCircles > maxInCircles)
    faults.push(`${inCircles} folders import one another in cycles, more than ${maxInCircles}:\n${sayCircles()}`);
  const known = figures();
  for (const [name, limit] of Object.entries(maxFigures)) {
    const figure = known[name];
    if (typeof figure !== "number" || figure > limit) faults.push(`${name}: ${figure}, more than ${limit}.\n`);
  }
  if (faults.length > 0) process.exitCode = 1;
  process.stdout.write(faults.join(""));
} else {
  for (const [name, figure] of Object.entries(figures())) process.stdout.write(`${name}: ${figure}\n`);
  if (process.argv.includes("--reach"))
    for (const { file, files: found, lines } of far) process.stdout.write(`${found} files, ${lines} lines: ${file}\n`);
  if (process.argv.includes("--numbers"))
    for (const { file, line, name, kind } of numbers) process.stdout.write(`${file}:${line}: ${kind} ${name}\n`);
  if (process.argv.includes("--circles")) process.stdout.write(sayCircles());
}

/** Returns the folders that each folder imports from, with the imports. Ignores imports of types, which are erased. */
function importsBetweenFolders(): Map<string, Map<string, string[]>> {
  const graph = new Map<string, Map<string, string[]>>();
  for (const [file, text] of texts) {
    const from = dirname(file);
    const targets = graph.get(from) ?? new Map<string, string[]>();
    graph.set(from, targets);
    for (const specifier of importsOf(text)) {
      const target = resolve(file, specifier);
      if (target === undefined || !texts.has(target) || dirname(target) === from) continue;
      targets.set(dirname(target), [...(targets.get(dirname(target)) ?? []), `${file} → ${target}`]);
    }
  }
  return graph;
}

function importsOf(text: string): string[] {
  const found = text.matchAll(
    /^(?:import|export)\s+(?!type\b)([^;]*?)\s*from\s*"([^"]+)"|\bimport\("([^"]+)"\)|^import\s+"([^"]+)"/gm,
  );
  return [...found].flatMap(([, names = "", named, loaded, bare]) => {
    const inner = /^\{(.*)\}$/s.exec(names)?.[1];
    const isTypes = inner?.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type ")) === true;
    return isTypes ? [] : [named ?? loaded ?? bare ?? ""];
  });
}

function resolve(file: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return join(dirname(file), specifier);
  const root = file.split("/").slice(0, 2).join("/");
  if (specifier.startsWith("#src/")) return `${root}/src/${specifier.slice(5)}`;
  return specifier.startsWith("#") ? `${root}/src/${specifier.slice(1)}` : undefined;
}

/**
 * Returns the cycles: the strongly connected components with more than one folder (Tarjan's algorithm), largest first.
 */
function findCircles(graph: ReadonlyMap<string, ReadonlyMap<string, unknown>>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (folder: string): number => {
    let least = order.size;
    order.set(folder, least);
    low.set(folder, least);
    stack.push(folder);
    for (const next of graph.get(folder)?.keys() ?? []) {
      if (!order.has(next)) least = Math.min(least, visit(next));
      else if (stack.includes(next)) least = Math.min(least, order.get(next) ?? least);
    }
    if (least === order.get(folder)) found.push(stack.splice(stack.indexOf(folder)));
    return least;
  };
  for (const folder of graph.keys()) if (!order.has(folder)) visit(folder);
  return found.filter((circle) => circle.length > 1).sort((one, other) => other.length - one.length);
}

/** Describes each cycle, with its imports. */
function sayCircles(): string {
  const graph = importsBetweenFolders();
  return circles
    .map((circle) => {
      const edges = circle.flatMap((from) =>
        [...(graph.get(from) ?? [])]
          .filter(([to]) => circle.includes(to))
          .map(([to, imports]) => `  ${from} → ${to} (${imports.length}): ${imports.slice(0, 3).join(", ")}\n`),
      );
      return `${circle.length} folders: ${circle.toSorted().join(", ")}\n${edges.join("")}`;
    })
    .join("\n");
}

function ofServer(name: string, places: readonly string[]): Record<string, number> {
  return { [name]: places.length, [`${name}, in the server`]: places.filter((place) => isServer.test(place)).length };
}

/** Returns the files in rooms of the server whose reach is over the limits. Ignores imports of types. */
function findFar(): { file: string; files: number; lines: number }[] {
  const direct = new Map(
    [...texts]
      .filter(([file]) => isServer.test(file))
      .map(([file, text]) => [
        file,
        importsOf(text)
          .map((specifier) => resolve(file, specifier) ?? "")
          .filter((target) => texts.has(target)),
      ]),
  );
  return [...direct.keys()]
    .filter((file) => isRoom.test(file))
    .map((file) => {
      const reached = new Set([file]);
      for (const each of reached) for (const target of direct.get(each) ?? []) reached.add(target);
      const lines = [...reached].reduce((sum, each) => sum + linesOf(texts.get(each) ?? ""), 0);
      return { file, files: reached.size, lines };
    })
    .filter(({ files: found, lines }) => found > farFiles || lines > farLines)
    .sort((one, other) => other.lines - one.lines);
}

function longFunctions(): string[] {
  const isWhere = [...folders.keys()].filter((folder) =>
    /^(?:(?:apps|packages)\/[^/]+\/)?(?:src|scripts)$/.test(folder),
  );
  const args = ["-c", "scripts/long-functions.oxlintrc.json", "-f", "json", ...isWhere];
  const report = execFileSync("oxlint", args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  const { diagnostics } = JSON.parse(report) as { diagnostics: { filename: string }[] };
  return diagnostics.map(({ filename }) => filename).filter((file) => texts.has(file));
}
