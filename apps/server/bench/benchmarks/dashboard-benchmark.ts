import { openSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadavg } from "node:os";
import { type BenchRun, type Line, makeTempDir, runProgram, startChild, untilSaid } from "../measure/bench-run.ts";
import { serviceEnv } from "../measure/service.ts";

const dashboard = fileURLToPath(new URL("../../../dashboard/", import.meta.url));

/** A figure in the format that `apps/dashboard/e2e/figures/figures.ts` prints. */
interface Figure {
  name: string;
  value: number;
  unit: string;
  /** The figure's targets, if any. */
  atMost?: number;
  atLeast?: number;
  note: string;
}

/** The part with thousands of projects. It needs a service of its own, because it begins with an import. */
const large = "large";

/**
 * Measures the dashboard in Chromium with 10,000 entries: interactions, scrolling, an hour's requests, the first load,
 * and Lighthouse; and, with thousands of projects, interactions and the sizes of the files. npx downloads Lighthouse
 * when needed, because its 28 packages would slow down every `npm ci`.
 */
export async function benchmarkDashboard(run: BenchRun): Promise<Line[]> {
  run.say("dashboard: building");
  await runProgram(run, process.execPath, [join(run.checkout, "apps/server/scripts/build-dashboard.ts")]);
  const others = run.parts.filter((part) => part !== large);
  const isLarge = run.parts.includes(large);
  const lines: Line[] = [];
  if (others.length > 0 || !isLarge) lines.push(...(await measure(run, "figures/figures.ts", others)));
  if (isLarge || run.parts.length === 0)
    lines.push(...(await measure(run, "large/large.ts", [])), ...(await sizesOfFiles(run)));
  return lines;
}

/** Starts a service that has not been set up, and runs a program that prints figures of it. */
async function measure(run: BenchRun, file: string, parts: readonly string[]): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const dataDir = join(tempDir, "data");
  const log = openSync(join(tempDir, "service.log"), "a");
  const child = startChild(run, process.execPath, [join(run.checkout, "apps/server/bin/stint-server.js"), "serve"], {
    env: serviceEnv({
      DATA_DIR: dataDir,
      DASHBOARD: "on",
      HOST: "127.0.0.1",
      // Turn the rate limit off, because an hour's work takes less than a minute here. Afterwards, the number of
      // requests is compared with the usual limit.
      RATE_LIMIT_PER_MINUTE: "1000000",
      RATE_LIMIT_BURST: "1000000",
    }),
    stdio: ["ignore", log, "pipe"],
  });
  const [ready, link] = await Promise.all([
    untilSaid(child, "stderr", /ready on (\S+)/),
    untilSaid(child, "stderr", /set-up#token=(\S+)/),
  ]);
  run.say(`dashboard: ${file}, load average ${loadavg()[0]?.toFixed(1)}`);
  const program = join(dashboard, "e2e", file);
  const args = [program, ready[1] ?? "", link[1] ?? "", String(run.rounds), ...parts];
  const output = await runProgram(run, process.execPath, ["--conditions=@stint/source", ...args], {
    ...process.env,
    DATA_DIR: dataDir,
  });
  return (JSON.parse(output) as Figure[]).map(toLine);
}

/** The goals in kilobytes. The limits of `check:dashboard` may be lower. */
const sizeGoals: Record<string, number> = { "first scripts": 150, "first styles": 18, "largest screen": 40 };

/** The sizes that `npm run check:dashboard` prints, which fails if they exceed the checkout's own limits. */
async function sizesOfFiles(run: BenchRun): Promise<Line[]> {
  const program = join(run.checkout, "scripts/check-dashboard.ts");
  const output = await runProgram(run, process.execPath, [program]);
  return [...output.matchAll(/(\w+ \w+): ([\d.]+) kB of/g)].flatMap(([, name = "", kb]) => {
    const atMost = sizeGoals[name];
    return atMost === undefined ? [] : toLine({ name, value: Number(kb), unit: " kB", atMost, note: "with gzip" });
  });
}

function toLine({ name, value, unit, atMost, atLeast, note }: Figure): Line {
  const isMet = value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity);
  const target = atMost !== undefined ? `≤ ${atMost}${unit}` : atLeast !== undefined ? `≥ ${atLeast}${unit}` : "";
  return {
    name,
    product: `${value}${unit}`,
    against: "",
    ratio: "",
    target,
    outcome: target === "" ? "not measured" : isMet ? "ok" : "MISSED",
    note,
  };
}
