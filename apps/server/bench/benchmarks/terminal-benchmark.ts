import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BenchRun, type Line, makeTempDir, runProgram, skipped } from "../measure/bench-run.ts";
import { median, quietCores } from "../measure/compare.ts";
import { watchOthers } from "../measure/cpu.ts";
import { newOrganization, openBenchDatabase, startService } from "../measure/service.ts";
import { type FilledEntry, listEntries, toTimewarrior } from "../data/terminal-entries.ts";

const build = fileURLToPath(new URL("../../../../packages/cli/scripts/build.ts", import.meta.url));
const entries = 100_000;
const batch = 500;
const repeats = 10;
const targets = { p95Ms: 100, beyondNodeMs: 40, ratio: 5 };

type Command = [program: string, args: string[], env: NodeJS.ProcessEnv];

/**
 * Compares `stint` with timewarrior on the same entries. Measures whole processes, alternating between the two
 * programs.
 */
export async function benchmarkTerminal(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const filled = listEntries(entries, Date.now());
  const stint = await prepareStint(run, tempDir, filled);
  const rival = await prepareTimewarrior(run, tempDir, filled);
  const lines = [await statusLine(run, stint)];
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

async function prepareStint(run: BenchRun, tempDir: string, filled: readonly FilledEntry[]) {
  await runProgram(run, process.execPath, [build, join(tempDir, "cli")]);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const { apiKey } = await newOrganization(db);
  const { url } = await startService(run, tempDir, dataDir);
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (response.status !== 201) throw new Error(await response.text());
    return (await response.json()) as { id: string };
  };
  const { id: projectId } = await post("/v1/projects", { name: "project" });
  const { id: taskId } = await post(`/v1/projects/${projectId}/tasks`, { name: "General" });
  run.say(`  ${filled.length} entries over the API`);
  for (let at = 0; at < filled.length; at += batch) {
    const rows = filled.slice(at, at + batch).map((entry) => ({ projectId, taskId, ...entry, description: "text" }));
    await post("/v1/time-entries/batch", { entries: rows });
  }
  const env = { PATH: process.env["PATH"], HOME: join(tempDir, "home") };
  const command = (args: string[]): Command => [process.execPath, [join(tempDir, "cli/bin/stint.cjs"), ...args], env];
  run.say("  stint login copies them");
  await timed(command(["login", "--server", url, "--key", apiKey]));
  return command;
}

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

async function statusLine(run: BenchRun, stint: (args: string[]) => Command): Promise<Line> {
  const taken: number[] = [];
  const bare: number[] = [];
  const watched = watchOthers();
  await timed(stint(["status", "--short"]));
  for (let round = 0; round < run.rounds * repeats; round++) {
    taken.push(await timed(stint(["status", "--short"])));
    bare.push(await timed([process.execPath, ["-e", "0"], process.env]));
  }
  const others = watched() ?? 0;
  const p95 = taken.toSorted((left, right) => left - right)[Math.floor(taken.length * 0.95)] ?? 0;
  const beyond = median(taken) - median(bare);
  return {
    name: `stint status --short, ${entries.toLocaleString("en")} entries`,
    product: `median ${ms(median(taken))}, p95 ${ms(p95)}`,
    against: `node -e 0 ${ms(median(bare))}`,
    ratio: `+${ms(beyond)}`,
    target: `p95 ≤ ${targets.p95Ms} ms, ≤ ${targets.beyondNodeMs} ms more`,
    outcome: p95 <= targets.p95Ms && beyond <= targets.beyondNodeMs ? "ok" : "MISSED",
    note: `${taken.length} runs${loaded(others)}`,
  };
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

const ms = (value: number): string => `${value.toFixed(0)} ms`;

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
