import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { builtCommand, type Home } from "./world.ts";

/** Returns an environment in whose PATH the command is, for shells and git. */
export async function onPath({ path, env }: Home, more: Record<string, string>): Promise<Record<string, string>> {
  const bin = join(path, "bin");
  await mkdir(bin);
  const script = `#!/bin/sh\nexec "${process.execPath}" "${await builtCommand()}" "$@"\n`;
  await writeFile(join(bin, "stint"), script, { mode: 0o755 });
  return { ...env, PATH: `${bin}:${env["PATH"] ?? ""}`, ...more };
}
