import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type BenchRun, type Line, makeTempDir, runProgram, skipped } from "../measure/bench-run.ts";
import { median, quietCores } from "../measure/compare.ts";
import { watchOthers } from "../measure/cpu.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { newOrganization, openBenchDatabase, startService } from "../measure/service.ts";
import { type FilledEntry, listEntries, toTimewarrior } from "../data/terminal-entries.ts";

const checkout = fileURLToPath(new URL("../../../../", import.meta.url));
const entries = 100_000;
const batch = 500;
const repeats = 10;
const targets = { promptRatio: 2, ratio: 5, formerRatios: { start: 0.9, sync: 0.8 } };

type Command = [program: string, args: string[], env: NodeJS.ProcessEnv];

/**
 * Compares `stint` with timewarrior on the same entries and, with `--checkout`, with the terminal of another checkout.
 * Measures whole processes, alternating between the programs.
 */
export async function benchmarkTerminal(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const service = await prepareService(run, tempDir);
  const former = resolve(run.checkout) === resolve(checkout) ? [] : await formerLines(run, tempDir, service);
  const filled = listEntries(entries, Date.now());
  const stint = await prepareStint(run, tempDir, service, filled);
  const rival = await prepareTimewarrior(run, tempDir, filled);
  const lines = [...former, await promptLine(run, stint, rival)];
  const years = [filled[0]?.startedAt.slice(0, 10) ?? "", new Date().toISOString().slice(0, 10)] as const;
  const pairs: [string, string[], string[]][] = [
    ["start", ["start", "@project text"], ["start", "project"]],
    ["status", ["status"], []],
    ["report :month", ["report", ":month"], ["summary", ":month"]],
    ["report of all years", ["report", years.join("..")], ["summary", years[0], "-", years[1]]],
  ];
  for (const [name, ours, theirs] of pairs) {
    const title = `stint ${name}, ${entries.toLocaleString("en")} entries`;
    if (rival === undefined)
      lines.push(skipped(title, `≥ ${targets.ratio} × as fast`, "needs timewarrior: apt-get install -y timewarrior"));
    else
      lines.push(
        await compareLine(
          run,
          title,
          () => timed(stint(ours)),
          () => timed(rival(theirs)),
          () => timed(stint(["sync"])),
        ),
      );
  }
  return lines;
}

interface Service {
  url: string;
  db: DatabasePool;
}

async function prepareService(run: BenchRun, tempDir: string): Promise<Service> {
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const { url } = await startService(run, tempDir, dataDir);
  return { url, db };
}

/** Builds the terminal of a checkout, and logs in to an organization with these entries. */
async function prepareStint(
  run: BenchRun,
  tempDir: string,
  { url, db }: Service,
  filled: readonly FilledEntry[],
  from = checkout,
) {
  const folder = await mkdtemp(join(tempDir, "terminal-"));
  const build = join(from, "packages/cli/scripts/build.ts");
  await runProgram(run, process.execPath, ["--conditions=@stint/source", build, join(folder, "cli")]);
  const { apiKey } = await newOrganization(db);
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (response.status !== 201) throw new Error(await response.text());
    return (await response.json()) as { id: string };
  };
  const { id: projectId } = await post("/v1/projects", { name: "project" });
  const { id: taskId } = await post(`/v1/projects/${projectId}/tasks`, { name: "General" });
  if (filled.length > 0) run.say(`  ${filled.length} entries over the API`);
  for (let at = 0; at < filled.length; at += batch) {
    const rows = filled.slice(at, at + batch).map((entry) => ({ projectId, taskId, ...entry, description: "text" }));
    await post("/v1/time-entries/batch", { entries: rows });
  }
  const env = { PATH: process.env["PATH"], HOME: join(folder, "home") };
  const command = (args: string[]): Command => [process.execPath, [join(folder, "cli/bin/stint.cjs"), ...args], env];
  await timed(command(["login", "--server", url, "--key", apiKey]));
  return Object.assign(command, { script: join(folder, "cli/bin/stint"), env });
}

type Stint = Awaited<ReturnType<typeof prepareStint>>;

/** Fills timewarrior with the entries; undefined if timewarrior is not installed. */
async function prepareTimewarrior(run: BenchRun, tempDir: string, filled: readonly FilledEntry[]) {
  try {
    await runProgram(run, "timew", ["--version"]);
  } catch {
    return undefined;
  }
  const folder = join(tempDir, "timewarrior");
  await mkdir(join(folder, "data"), { recursive: true });
  for (const [name, text] of toTimewarrior(filled, "project")) await writeFile(join(folder, "data", name), text);
  await writeFile(join(folder, "timewarrior.cfg"), "");
  const env = { PATH: process.env["PATH"], HOME: tempDir, TIMEWARRIORDB: folder };
  return (args: string[]): Command => ["timew", args, env];
}

/** Prompts ask the script; without timewarrior, only Node's own start is left to compare with. */
async function promptLine(run: BenchRun, stint: Stint, rival?: (args: string[]) => Command): Promise<Line> {
  const sides: Record<"ours" | "theirs" | "node", { command: Command | undefined; taken: number[] }> = {
    ours: { command: [stint.script, ["status", "--short"], stint.env], taken: [] },
    theirs: { command: rival?.([]), taken: [] },
    node: { command: [process.execPath, ["-e", "0"], process.env], taken: [] },
  };
  await timed(stint(["start", "@project text"]));
  if (rival !== undefined) await timed(rival(["start", "project"]));
  const watched = watchOthers();
  for (let round = 0; round < run.rounds * repeats; round++)
    for (const { command, taken } of Object.values(sides)) if (command !== undefined) taken.push(await timed(command));
  const others = watched() ?? 0;
  const { ours, theirs, node } = sides;
  const ratio = rival === undefined ? NaN : median(ours.taken) / median(theirs.taken);
  const bare = `node -e 0 ${ms(median(node.taken))}`;
  return {
    name: `stint status --short, ${entries.toLocaleString("en")} entries`,
    product: ms(median(ours.taken)),
    against: rival === undefined ? bare : `timewarrior ${ms(median(theirs.taken))}; ${bare}`,
    ratio: rival === undefined ? "" : `${ratio.toFixed(2)} × the time`,
    target: `≤ ${targets.promptRatio} ×`,
    outcome: rival === undefined ? "not measured" : ratio <= targets.promptRatio ? "ok" : "MISSED",
    note: `${ours.taken.length} runs${loaded(others)}${rival === undefined ? ", needs timewarrior" : ""}`,
  };
}

/** Compares `start` and `sync` with those of `--checkout`, each in an organization of its own without entries. */
async function formerLines(run: BenchRun, tempDir: string, service: Service): Promise<Line[]> {
  const own = await prepareStint(run, tempDir, service, []);
  const former = await prepareStint(run, tempDir, service, [], run.checkout);
  const alone = ([program, args, env]: Command): Command => [program, args, { ...env, STINT_SYNC: "off" }];
  const taken = { start: [] as [number, number][], sync: [] as [number, number][] };
  const watched = watchOthers();
  for (let round = 0; round <= run.rounds * repeats; round++)
    for (const [name, args] of [["start", ["start", "@project text"]] as const, ["sync", ["sync"]] as const]) {
      const pair: [number, number] = [await timed(alone(own([...args]))), await timed(alone(former([...args])))];
      if (round > 0) taken[name].push(pair);
    }
  const others = watched() ?? 0;
  return (["start", "sync"] as const).map((name) => {
    const ratio = median(taken[name].map(([ours, theirs]) => ours / theirs));
    return {
      name: `stint ${name}`,
      product: ms(median(taken[name].map(([ours]) => ours))),
      against: `the other checkout ${ms(median(taken[name].map(([, theirs]) => theirs)))}`,
      ratio: `${ratio.toFixed(2)} × the time`,
      target: `≤ ${targets.formerRatios[name]} ×`,
      outcome: ratio <= targets.formerRatios[name] ? "ok" : "MISSED",
      note: `${taken[name].length} runs${loaded(others)}`,
    };
  });
}

async function compareLine(
  run: BenchRun,
  name: string,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
  settle: () => Promise<number>,
): Promise<Line> {
  const rounds: [number, number][] = [];
  const watched = watchOthers();
  for (let round = 0; round <= run.rounds; round++) {
    const own = await ours();
    // Wait until the background sender of `stint` has finished, so that it does not disturb the other program's turn.
    await settle();
    const other = await theirs();
    // Do not count the first round, because it warms up both sides.
    if (round > 0) rounds.push([own, other]);
  }
  const others = watched() ?? 0;
  const ratios = rounds.map(([own, other]) => other / own);
  const ratio = median(ratios);
  return {
    name,
    product: ms(median(rounds.map(([own]) => own))),
    against: `timewarrior ${ms(median(rounds.map(([, other]) => other)))}`,
    ratio: `${ratio.toFixed(1)} × as fast`,
    target: `≥ ${targets.ratio} ×`,
    outcome: ratio >= targets.ratio ? "ok" : "MISSED",
    note: `${rounds.length} rounds, ${Math.min(...ratios).toFixed(1)}–${Math.max(...ratios).toFixed(1)}${loaded(others)}`,
  };
}

const loaded = (others: number): string => (others <= quietCores ? "" : `, (!) others used ${others.toFixed(1)} cores`);

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

async function timed([program, args, env]: Command): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(program, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [status] = (await once(child, "close")) as [number | null];
  const taken = performance.now() - startedAt;
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}: ${said}`);
  return taken;
}
