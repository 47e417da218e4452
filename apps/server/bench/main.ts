import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type BenchRun, createRun, type Line } from "./measure/bench-run.ts";
import { benchmarkAgents } from "./benchmarks/agents-benchmark.ts";
import { benchmarkBackup } from "./benchmarks/backup-benchmark.ts";
import { benchmarkBlog } from "./benchmarks/blog-benchmark.ts";
import { benchmarkChange } from "./benchmarks/change-benchmark.ts";
import { benchmarkCreate } from "./benchmarks/create-benchmark.ts";
import { benchmarkDashboard } from "./benchmarks/dashboard-benchmark.ts";
import { benchmarkDoctor } from "./benchmarks/doctor-benchmark.ts";
import { benchmarkDrf } from "./benchmarks/drf-benchmark.ts";
import { benchmarkHostile } from "./benchmarks/hostile-benchmark.ts";
import { benchmarkImports } from "./benchmarks/imports-benchmark.ts";
import { benchmarkLive } from "./benchmarks/live-benchmark.ts";
import { benchmarkList } from "./benchmarks/list-benchmark.ts";
import { benchmarkHeavyReports } from "./benchmarks/heavy-reports-benchmark.ts";
import { benchmarkHostileConnections } from "./benchmarks/hostile-connections-benchmark.ts";
import { machineFacts } from "./measure/machine.ts";
import { benchmarkReports } from "./benchmarks/reports-benchmark.ts";
import { benchmarkSignIn } from "./benchmarks/sign-in-benchmark.ts";
import { benchmarkStart } from "./benchmarks/start-benchmark.ts";
import { benchmarkStatistics } from "./benchmarks/statistics-benchmark.ts";
import { benchmarkStreams } from "./benchmarks/streams-benchmark.ts";
import { benchmarkTerminal } from "./benchmarks/terminal-benchmark.ts";
import { benchmarkTimesheets } from "./benchmarks/timesheets-benchmark.ts";
import { benchmarkTraces } from "./benchmarks/traces-benchmark.ts";
import { benchmarkTurns } from "./benchmarks/turns-benchmark.ts";
import { benchmarkUpkeep } from "./benchmarks/upkeep-benchmark.ts";
import { benchmarkWebhooks } from "./benchmarks/webhooks-benchmark.ts";
import { benchmarkYears } from "./benchmarks/years-benchmark.ts";

const benchmarks: Record<string, (run: BenchRun) => Promise<Line[]>> = {
  blog: benchmarkBlog,
  drf: benchmarkDrf,
  list: benchmarkList,
  create: benchmarkCreate,
  change: benchmarkChange,
  start: benchmarkStart,
  reports: benchmarkReports,
  timesheets: benchmarkTimesheets,
  heavy: benchmarkHeavyReports,
  connections: benchmarkHostileConnections,
  statistics: benchmarkStatistics,
  years: benchmarkYears,
  upkeep: benchmarkUpkeep,
  doctor: benchmarkDoctor,
  backup: benchmarkBackup,
  imports: benchmarkImports,
  webhooks: benchmarkWebhooks,
  streams: benchmarkStreams,
  live: benchmarkLive,
  hostile: benchmarkHostile,
  turns: benchmarkTurns,
  terminal: benchmarkTerminal,
  agents: benchmarkAgents,
  traces: benchmarkTraces,
  "sign-in": benchmarkSignIn,
  dashboard: benchmarkDashboard,
};
const usage = `npm run bench -- [${Object.keys(benchmarks).join("] [")}] [--quick] [--rounds N] [--seconds N] [--drf FOLDER] [--part PART-OF-DASHBOARD-OR-TURNS] [--checkout FOLDER]`;

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      rounds: { type: "string" },
      seconds: { type: "string" },
      drf: { type: "string" },
      checkout: { type: "string", default: fileURLToPath(new URL("../../..", import.meta.url)) },
      part: { type: "string", multiple: true, default: [] },
    },
  });
  const unknown = positionals.find((name) => benchmarks[name] === undefined);
  if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}.`);
  const rounds = Number(values.rounds ?? (values.quick ? 3 : 7));
  const seconds = Number(values.seconds ?? (values.quick ? 1 : 3));
  if (!(rounds >= 1) || !(seconds >= 1)) throw new Error("--rounds and --seconds take a number of at least 1.");
  const drfPeer =
    values.drf ??
    process.env["DRF_PEER"] ??
    fileURLToPath(new URL("../../../../shared/peers/blog-drf", import.meta.url));
  return {
    selected: positionals.length === 0 ? Object.keys(benchmarks) : positionals,
    rounds,
    seconds,
    drfPeer,
    parts: values.part,
    checkout: resolve(values.checkout),
  };
}

function table(lines: Line[]): string {
  const head = {
    name: "",
    product: "product",
    against: "against",
    ratio: "ratio",
    target: "target",
    outcome: "",
    note: "",
  };
  const columns = ["name", "product", "against", "ratio", "target", "outcome", "note"] as const;
  const rows = [head, ...lines].map((line) => columns.map((column) => line[column]));
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const say = (text: string) => void process.stderr.write(`${text}\n`);

async function main(): Promise<void> {
  const { selected, ...options } = readOptions();
  say(machineFacts());
  let run: BenchRun | undefined;
  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      isStopping = true;
      say(`${signal}: stopping what was started`);
      void Promise.resolve(run?.end()).then(() => process.exit(1));
    });
  }
  const lines: Line[] = [];
  for (const name of selected) {
    run = createRun({ ...options, say });
    try {
      lines.push(...((await benchmarks[name]?.(run)) ?? []));
    } catch (error) {
      // Ignore failures during the stop, and wait for the signal handler to end the process.
      if (isStopping) return await new Promise(() => undefined);
      say(`${name} failed: ${(error as Error).stack ?? String(error)}`);
      process.exitCode = 1;
    } finally {
      if (!isStopping) await run.end();
    }
  }
  process.stdout.write(`\n${machineFacts()}\n${table(lines)}\n`);
  if (lines.some(({ outcome }) => outcome === "MISSED")) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  say(`${(error as Error).message}\n${usage}`);
  process.exitCode = 1;
}
