// Writes an executable that needs no installed Node: `build-executable.ts FILE`. The executable contains the Node that
// runs this script, so it works only on the same platform.
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildCli } from "./build.ts";

export async function buildExecutable(file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "stint-executable-"));
  try {
    await buildCli(folder, { isOneFile: true });
    const config = join(folder, "sea.json");
    const main = join(folder, "dist/stint.cjs");
    await writeFile(
      config,
      JSON.stringify({ main, output: resolve(file), useCodeCache: true, disableExperimentalSEAWarning: true }),
    );
    execFileSync(process.execPath, ["--build-sea", config], { stdio: ["ignore", "ignore", "inherit"] });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const [, , file] = process.argv;
if (import.meta.main && file !== undefined) await buildExecutable(file);
