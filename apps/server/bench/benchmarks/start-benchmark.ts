import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type BenchRun, type Line, makeTempDir, startChild, untilSaid } from "../measure/bench-run.ts";
import { median, quietCores } from "../measure/compare.ts";
import { watchOthers } from "../measure/cpu.ts";
import { command, serviceEnv } from "../measure/service.ts";

const targets = { cold: 3_000, warm: 500 };

/**
 * Measures how long the service takes from the start of its process to "is ready", with an empty and an existing data
 * folder, minus Node's own start.
 */
export async function benchmarkStart(run: BenchRun): Promise<Line[]> {
  const times: { node: number; cold: number; warm: number; others: number }[] = [];
  run.say("start to ready");
  for (let round = 1; round <= run.rounds; round++) {
    const tempDir = await makeTempDir(run);
    const dataDir = join(tempDir, "data");
    const watched = watchOthers();
    const node = await nodeMs();
    const cold = await readyMs(run, dataDir);
    const warm = await readyMs(run, dataDir);
    times.push({ node, cold: cold - node, warm: warm - node, others: watched() ?? 0 });
    run.say(
      `  round ${round}: node ${ms(node)}, cold ${ms(cold)}, warm ${ms(warm)}, others ${(times.at(-1)?.others ?? 0).toFixed(2)} core`,
    );
  }
  const quiet = times.filter(({ others }) => others <= quietCores);
  const counted = quiet.length >= Math.min(3, run.rounds) ? quiet : times;
  const node = median(counted.map((time) => time.node));
  return (["cold", "warm"] as const).map((kind) => {
    const all = counted.map((time) => time[kind]);
    const taken = median(all);
    return {
      name: `start, ${kind}`,
      product: `${ms(taken)} without Node's own`,
      against: `node -e 0 ${ms(node)}`,
      ratio: `${((taken + node) / node).toFixed(1)} ×`,
      target: `≤ ${ms(targets[kind])}`,
      outcome: taken <= targets[kind] ? "ok" : "MISSED",
      note: `${counted.length} of ${times.length} rounds, ${ms(Math.min(...all))}–${ms(Math.max(...all))}${counted === quiet ? "" : " (!) others used the CPU"}`,
    };
  });
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}

async function nodeMs(): Promise<number> {
  const startedAt = performance.now();
  await once(spawn(process.execPath, ["-e", "0"]), "close");
  return performance.now() - startedAt;
}

async function readyMs(run: BenchRun, dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const child = startChild(run, process.execPath, command(["serve"]), {
    env: serviceEnv({ DATA_DIR: dataDir }),
    stdio: ["ignore", "ignore", "pipe"],
  });
  await untilSaid(child, "stderr", /ready on (\S+)/);
  const taken = performance.now() - startedAt;
  child.kill("SIGTERM");
  await once(child, "close");
  return taken;
}
