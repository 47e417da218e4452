import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs a program and returns what it printed; fails with its error output. */
export async function run(program: string, args: string[], options: { cwd?: string; epoch?: number } = {}) {
  const { cwd, epoch } = options;
  const env = {
    ...process.env,
    LC_ALL: "C.UTF-8",
    ...(epoch === undefined ? {} : { SOURCE_DATE_EPOCH: String(epoch) }),
  };
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd, env, maxBuffer: 2 ** 27 });
    return stdout;
  } catch (error) {
    const { code, stderr = "" } = error as NodeJS.ErrnoException & { stderr?: string };
    if (code === "ENOENT") throw new Error(`${program} is missing: apt-get install the packages of packaging/packages`);
    throw new Error(`${program} ${args.join(" ")} failed: ${stderr.trim()}`);
  }
}
