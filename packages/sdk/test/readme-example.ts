import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";

/**
 * Runs the only example in the README that contains `marker`. `names` stand for what it imports, and may replace
 * globals.
 */
export async function runExample(marker: string, names: Record<string, unknown>): Promise<void> {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const blocks = [...readme.matchAll(/^```[jt]s\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
  const [found = "", ...others] = blocks.filter((block) => block.includes(marker));
  assert.ok(found !== "" && others.length === 0, `the README has one example with ${marker}`);
  const code = stripTypeScriptTypes(found).replaceAll(/^import .*$/gm, "");
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
  await AsyncFunction(...Object.keys(names), code)(...Object.values(names));
}
