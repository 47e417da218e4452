import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";

const src = join(import.meta.dirname, "..");

test("every class that a component uses is in its style sheet", async () => {
  const missing: string[] = [];
  for await (const file of glob("**/*.{ts,tsx}", { cwd: src })) {
    const code = readFileSync(join(src, file), "utf8");
    for (const [, name = "", path = ""] of code.matchAll(/^import (\w+) from "(.*\.module\.css)";$/gm)) {
      const sheet = path.startsWith("#") ? join(src, path.slice(1)) : join(src, dirname(file), path);
      const defined = new Set(
        Array.from(readFileSync(sheet, "utf8").matchAll(/\.([a-zA-Z][\w-]*)/g), ([, name]) => name),
      );
      for (const [, used = ""] of code.matchAll(new RegExp(`\\{${name}\\.(\\w+)\\}`, "g")))
        if (!defined.has(used)) missing.push(`${file}: ${name}.${used}`);
    }
  }
  assert.deepEqual(missing, []);
});
