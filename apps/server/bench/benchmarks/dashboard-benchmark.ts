import { openSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadavg } from "node:os";
import { type BenchRun, type Line, makeTempDir, runProgram, startChild, untilSaid } from "../measure/bench-run.ts";
import { command, serviceEnv } from "../measure/service.ts";

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

/**
 * Measures the dashboard in Chromium with 10,000 entries: interactions, scrolling, an hour's requests, the first load,
 * and Lighthouse. npx downloads Lighthouse when needed, because its 28 packages would slow down every `npm ci`.
 */
export async function benchmarkDashboard(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  run.say("dashboard: building");
  await runProgram(run, process.execPath, [join(dashboard, "../server/scripts/build-dashboard.ts")]);
  const dataDir = join(tempDir, "data");
  const log = openSync(join(tempDir, "service.log"), "a");
  const child = startChild(run, process.execPath, command(["serve"]), {
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
  const program = join(dashboard, "e2e/figures/figures.ts");
  run.say(`dashboard: measuring, load average ${loadavg()[0]?.toFixed(1)}`);
  const args = [program, ready[1] ?? "", link[1] ?? "", String(run.rounds), ...run.parts];
  const output = await runProgram(run, process.execPath, ["--conditions=@stint/source", ...args], {
    ...process.env,
    DATA_DIR: dataDir,
  });
  return (JSON.parse(output) as Figure[]).map(toLine);
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
