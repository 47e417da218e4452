import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, chmod } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A line of the result table. If `ratio` is empty, `note` says why. */
export interface Line {
  name: string;
  /** The product's result, with units; `against` is the baseline's result. */
  product: string;
  against: string;
  ratio: string;
  target: string;
  outcome: "ok" | "MISSED" | "not measured";
  note: string;
}

/** The context of a benchmark: the duration of its measurements, and cleanup steps that always run at the end. */
export interface BenchRun {
  rounds: number;
  seconds: number;
  drfPeer: string;
  /** The parts of the benchmark to run; empty means all. */
  parts: string[];
  /** The checkout whose dashboard is measured, or whose terminal is compared; this one unless another is given. */
  checkout: string;
  say(text: string): void;
  defer(step: () => unknown): void;
  end(): Promise<void>;
}

export function createRun(
  options: Pick<BenchRun, "rounds" | "seconds" | "drfPeer" | "parts" | "checkout" | "say">,
): BenchRun {
  const steps: (() => unknown)[] = [];
  return {
    ...options,
    defer: (step) => void steps.push(step),
    async end() {
      for (const step of steps.splice(0).reverse()) {
        try {
          await step();
        } catch (error) {
          options.say(`clean-up: ${(error as Error).message}`);
        }
      }
    },
  };
}

/** Returns the result line for part of a workload, with the seconds scaled up to the whole workload. */
export function scaledSeconds(name: string, seconds: number, { scale, target, note }: ScaledTarget): Line {
  const scaled = seconds * scale;
  return {
    name,
    product: `${scaled.toFixed(1)} s`,
    against: "",
    ratio: "",
    target: `≤ ${target} s`,
    outcome: scaled <= target ? "ok" : "MISSED",
    note,
  };
}

interface ScaledTarget {
  scale: number;
  target: number;
  note: string;
}

export function skipped(name: string, target: string, note: string): Line {
  return { name, product: "", against: "", ratio: "", target, outcome: "not measured", note };
}

/** Creates a temporary folder that the database's user can access. The run deletes it at the end. */
export async function makeTempDir(run: BenchRun): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "stint-bench-"));
  run.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await chmod(folder, 0o755);
  return folder;
}

/** Starts a process. The run ends it by its id, never by name. */
export function startChild(run: BenchRun, command: string, args: string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, options);
  const ended = once(child, "close").catch(() => undefined);
  run.defer(async () => {
    child.kill("SIGTERM");
    const hurry = setTimeout(() => child.kill("SIGKILL"), 15_000);
    await ended;
    clearTimeout(hurry);
  });
  return child;
}

/** Resolves with the first match in a process's output. Rejects with the output if the process ends first. */
export function untilSaid(child: ChildProcess, stream: "stdout" | "stderr", pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = "";
    child[stream]?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const match = pattern.exec(text);
      if (match !== null) resolve(match);
    });
    child.on("error", reject);
    child.on("close", (status) => reject(new Error(`${child.spawnfile} ended with ${status}:\n${text.slice(-2000)}`)));
  });
}

/** Runs a program to its end and returns its output. Rejects if the program fails. */
export async function runProgram(run: BenchRun, command: string, args: string[], env = process.env): Promise<string> {
  const child = startChild(run, command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout?.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const [status] = (await once(child, "close")) as [number | null];
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${err.slice(-2000)}${out.slice(-500)}`);
  return out;
}
