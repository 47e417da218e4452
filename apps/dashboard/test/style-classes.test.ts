import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");

test("every class that a component uses is in its style sheet", () => {
  const missing: string[] = [];
  for (const file of globSync("src/**/*.tsx", { cwd: root })) {
    const text = readFileSync(join(root, file), "utf8");
    const code = text.replaceAll(/^import .*$/gm, "");
    for (const [, name = "", path = ""] of text.matchAll(/^import (\w+) from "([^"]+\.module\.css)";$/gm)) {
      const sheet = path.startsWith("#") ? join("src", path.slice(1)) : join(dirname(file), path);
      const css = readFileSync(join(root, sheet), "utf8");
      const classes = new Set([...css.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, each]) => each));
      // Not the properties of a variable of the same name.
      for (const [, used = ""] of code.matchAll(new RegExp(`[{[(:]\\s*${name}\\.(\\w+)(?=[,)}\\]]|\\s[&:|?}])`, "g")))
        if (!classes.has(used)) missing.push(`${file}: ${name}.${used}`);
    }
  }
  assert.deepEqual(missing, []);
});
