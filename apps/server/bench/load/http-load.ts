import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BenchRun, runProgram } from "../measure/bench-run.ts";
import type { Sample } from "../measure/compare.ts";
import { cpuOf } from "../measure/cpu.ts";
import { findProgram } from "../measure/machine.ts";

export interface Load {
  url: string;
  connections: number;
  /** The server's process id, for measuring its CPU time per request. */
  pid?: number | undefined;
  headers?: Record<string, string>;
  /** JSON bodies, which are sent in rotation. Without bodies, the load consists of GET requests. */
  bodies?: string[];
  /** The method for sending `bodies`; defaults to POST. */
  method?: "POST" | "PATCH";
  /** The path for each body. It replaces the URL's path. */
  paths?: string[];
}

/** The input of `generate-load.ts`. */
export interface GeneratorTask extends Load {
  seconds: number;
}
export interface GeneratorResult {
  requests: number;
  seconds: number;
}

const generator = fileURLToPath(new URL("generate-load.ts", import.meta.url));

/** Sends requests from a separate process as fast as the connections permit. Every status except 2xx is an error. */
export async function httpLoad(run: BenchRun, tempDir: string, load: Load, seconds = run.seconds): Promise<Sample> {
  const before = load.pid === undefined ? 0 : cpuOf(load.pid);
  const wrk = findProgram("wrk");
  const { requests, seconds: took } =
    wrk === undefined
      ? await ownLoad(run, tempDir, { ...load, seconds })
      : await wrkLoad(run, wrk, tempDir, { ...load, seconds });
  if (requests === 0) throw new Error(`no reply from ${load.url} in ${seconds} s`);
  const cpuMs = load.pid === undefined ? 0 : cpuOf(load.pid) - before;
  return { rate: requests / took, ...(cpuMs === 0 ? {} : { cpuMicros: (cpuMs * 1000) / requests }) };
}

async function ownLoad(run: BenchRun, tempDir: string, task: GeneratorTask): Promise<GeneratorResult> {
  const file = join(tempDir, `load-${randomUUID()}.json`);
  await writeFile(file, JSON.stringify(task));
  return JSON.parse(await runProgram(run, process.execPath, [generator, file])) as GeneratorResult;
}

async function wrkLoad(run: BenchRun, wrk: string, tempDir: string, task: GeneratorTask): Promise<GeneratorResult> {
  const args = ["-t1", `-c${task.connections}`, `-d${task.seconds}s`, "--timeout", "30s"];
  for (const [name, value] of Object.entries(task.headers ?? {})) args.push("-H", `${name}: ${value}`);
  if (task.bodies !== undefined) {
    const script = join(tempDir, `load-${randomUUID()}.lua`);
    await writeFile(script, bodyScript(task, task.bodies));
    args.push("-s", script);
  }
  const out = await runProgram(run, wrk, [...args, task.url]);
  const bad = /Non-2xx or 3xx responses: \d+|Socket errors: .*/.exec(out);
  if (bad !== null) throw new Error(`${task.url}: ${bad[0]}`);
  const [, requests, amount, unit] = /(\d+) requests in ([\d.]+)(m?s)/.exec(out) ?? [];
  if (requests === undefined) throw new Error(`unexpected output of wrk:\n${out}`);
  return { requests: Number(requests), seconds: Number(amount) / (unit === "ms" ? 1000 : 1) };
}

// Builds all requests in advance, so that the generator is not the bottleneck.
function bodyScript({ method = "POST", paths }: GeneratorTask, bodies: string[]): string {
  return `local requests, at = {}, 0
local paths = { ${(paths ?? []).map((path) => `"${path}"`).join(", ")} }
wrk.method = "${method}"
wrk.headers["Content-Type"] = "application/json"
init = function()
  for i, body in ipairs({ ${bodies.map((body) => `[==[${body}]==]`).join(", ")} }) do
    requests[i] = wrk.format(nil, paths[i], nil, body)
  end
end
request = function()
  at = at % #requests + 1
  return requests[at]
end
`;
}
