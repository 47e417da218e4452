import { readFile, writeFile } from "node:fs/promises";

const checkout = new URL("../../../", import.meta.url);

/** Writes a generated file. With --check, only reports whether the committed file is current. */
export async function writeGenerated(path: string, text: string): Promise<void> {
  const file = new URL(path, checkout);
  if (!process.argv.includes("--check")) return writeFile(file, text);
  if ((await readFile(file, "utf8").catch(() => "")) === text) return;
  process.stderr.write(`${path} is not current: run \`npm run generate\` and commit it.\n`);
  process.exitCode = 1;
}
