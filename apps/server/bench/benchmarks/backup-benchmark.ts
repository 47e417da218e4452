import { once } from "node:events";
import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type BenchRun, type Line, makeTempDir, scaledSeconds, startChild } from "../measure/bench-run.ts";
import { median } from "../measure/compare.ts";
import { watchOthers } from "../measure/cpu.ts";
import { fillHistory } from "../data/fill-history.ts";
import { entryCount, fillOrganization, placeOf, taskCount } from "../data/fill-organization.ts";
import { httpLoad } from "../load/http-load.ts";
import { command, newOrganization, openBenchDatabase, serviceEnv, startService } from "../measure/service.ts";

const targets = { saveSeconds: 30, restoreSeconds: 90, memoryMb: 150, slowdown: 0.8 };
// Used if measurements last one second, as with --quick.
const quickEntries = 50_000;
const clients = 16;

/**
 * Saves and restores a million entries with their history. Compares the rate of creates during a backup with the rate
 * without one.
 */
export async function benchmarkBackup(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const { organizationId: orgId, apiKey } = await newOrganization(db);
  const entries = run.seconds === 1 ? quickEntries : entryCount;
  run.say(`backup: filling ${entries} entries and their change rows`);
  await fillOrganization(db, orgId, entries);
  await fillHistory(db, orgId);
  const path = join(tempDir, "bench.backup");
  const save = () => runMeasured(run, ["backup", path], { DATA_DIR: dataDir });
  const saved = await save();
  run.say(`  saved in ${saved.seconds.toFixed(1)} s: ${((await stat(path)).size / 1e6).toFixed(0)} MB`);
  const restored = await runMeasured(run, ["restore", path], { DATA_DIR: join(tempDir, "restored") });
  run.say(`  restored in ${restored.seconds.toFixed(1)} s`);

  const service = await startService(run, tempDir, dataDir);
  const entry = { startedAt: "2026-03-02T09:00:00Z", durationSeconds: 3600, description: "Worked on the benchmark" };
  const load = {
    url: `${service.url}/v1/time-entries`,
    connections: clients,
    headers: { Authorization: `Bearer ${apiKey}` },
    bodies: Array.from({ length: taskCount }, (_, at) => JSON.stringify({ ...placeOf(at + 1), ...entry })),
    pid: service.pid,
  };
  await httpLoad(run, tempDir, load);
  const ratios: number[] = [];
  const others = watchOthers();
  const rates: [number, number][] = [];
  for (let round = 0; round < run.rounds; round++) {
    const { rate: alone } = await httpLoad(run, tempDir, load);
    const saving = save();
    // Start measuring only here, because loading the program is not part of the backup.
    await saving.reading;
    const { rate: during } = await httpLoad(run, tempDir, load);
    await saving;
    rates.push([alone, during]);
    ratios.push(during / alone);
  }
  const note = `${entries} entries`;
  const scale = entryCount / entries;
  const ratio = median(ratios);
  return [
    scaledSeconds("backup, 1M entries", saved.seconds, {
      scale,
      target: targets.saveSeconds,
      note: `${note}, others ${saved.others} core`,
    }),
    scaledSeconds("restore, 1M entries", restored.seconds, {
      scale,
      target: targets.restoreSeconds,
      note: `${note}, others ${restored.others} core, ${restored.memoryMb} MB`,
    }),
    {
      name: "memory of a backup",
      product: `${saved.memoryMb} MB`,
      against: "",
      ratio: "",
      target: `≤ ${targets.memoryMb} MB`,
      outcome: saved.memoryMb <= targets.memoryMb ? "ok" : "MISSED",
      note,
    },
    {
      name: `creates during a backup, ${clients} clients`,
      product: `${median(rates.map(([, during]) => during)).toFixed(0)}/s`,
      against: `without ${median(rates.map(([alone]) => alone)).toFixed(0)}/s`,
      ratio: ratio.toFixed(2),
      target: `≥ ${targets.slowdown}`,
      outcome: ratio >= targets.slowdown ? "ok" : "MISSED",
      note: `${run.rounds} rounds, ${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}, others ${(others() ?? 0).toFixed(2)} core`,
    },
  ];
}

interface Measured {
  seconds: number;
  /** The peak resident memory of the process, without its children. */
  memoryMb: number;
  others: string;
}

function runMeasured(
  run: BenchRun,
  args: string[],
  settings: Record<string, string>,
): Promise<Measured> & { reading: Promise<void> } {
  const { promise: reading, resolve: begin } = Promise.withResolvers<void>();
  const measured = async (): Promise<Measured> => {
    const watched = watchOthers();
    const from = performance.now();
    const child = startChild(run, process.execPath, command(args), {
      env: serviceEnv(settings),
      stdio: ["ignore", "ignore", "pipe"],
    });
    let err = "";
    let memoryMb = 0;
    child.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString()));
    const timer = setInterval(() => {
      memoryMb = Math.max(memoryMb, peakMb(child.pid ?? 0));
      if (performance.now() - from > 1_000) begin();
    }, 50);
    const [status] = (await once(child, "close")) as [number | null];
    clearInterval(timer);
    begin();
    if (status !== 0) throw new Error(`${args[0]} ended with ${status}: ${err}`);
    return { seconds: (performance.now() - from) / 1000, memoryMb, others: (watched() ?? 0).toFixed(2) };
  };
  return Object.assign(measured(), { reading });
}

function peakMb(pid: number): number {
  try {
    const [, kb] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Math.round(Number(kb ?? 0) / 1024);
  } catch {
    return 0;
  }
}
