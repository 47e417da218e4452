// Writes `dist`: unbundled ES modules, CommonJS modules and their declarations.
import { execFileSync } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const packageDir = fileURLToPath(new URL("../", import.meta.url));
const dist = new URL("../dist/", import.meta.url);
const asCommonJs = ["--module", "commonjs", "--moduleResolution", "bundler", "--verbatimModuleSyntax", "false"];

await rm(dist, { recursive: true, force: true });
const compile = (options: string[]) =>
  execFileSync("tsc", ["-p", "tsconfig.build.json", ...options], { cwd: packageDir, stdio: "inherit" });
compile([]);
compile([...asCommonJs, "--outDir", "dist/cjs"]);
await writeFile(new URL("cjs/package.json", dist), `{ "type": "commonjs" }\n`);
// Rewrites the extensions of imports in declarations, because the compiler does so only in JavaScript.
for (const name of await readdir(dist, { recursive: true })) {
  if (!name.endsWith(".d.ts")) continue;
  const file = new URL(name, dist);
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replaceAll(/(from|import\()( ?)"(\.{1,2}\/[^"]+)\.ts"/g, '$1$2"$3.js"'));
}
