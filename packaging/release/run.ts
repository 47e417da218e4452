import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

interface Options {
  cwd?: string;
  /** The time that reproducible builds use, in seconds: https://reproducible-builds.org/specs/source-date-epoch/ */
  epoch?: number;
}

/** Runs a program and returns its output. Throws its error output if the program fails. */
export async function run(program: string, args: string[], { cwd, epoch }: Options = {}): Promise<string> {
  const time = epoch === undefined ? {} : { SOURCE_DATE_EPOCH: String(epoch) };
  const child = spawn(program, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, LC_ALL: "C.UTF-8", ...time },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", ({ code, message }: NodeJS.ErrnoException) =>
      reject(new Error(code === "ENOENT" ? `${program} is missing; docs/run/releasing.md lists its package` : message)),
    );
    child.on("close", resolve);
  });
  const [code, printed, faults] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}: ${(faults || printed).trim()}`);
  return printed;
}
