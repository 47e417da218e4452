// Bundles the command, and writes its manual page and completions. `build.ts FOLDER` writes the complete package to
// FOLDER, as it is published.
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { writeMan } from "#src/application/man.ts";
import { scripts } from "#src/commands/tools/completion.ts";

const packageDir = fileURLToPath(new URL("../", import.meta.url));

/** The tools for agents are larger than everything else, and only `stint mcp` loads them. */
const mcp = { path: "@stint/mcp/stdio.ts", name: "mcp" };
const mcpApart: Plugin = {
  name: mcp.name,
  setup: ({ onResolve }) =>
    onResolve({ filter: new RegExp(`^${RegExp.escape(mcp.path)}$`) }, ({ kind }) =>
      kind === "dynamic-import" ? { path: `./${mcp.name}.cjs`, external: true } : undefined,
    ),
};

/** With `isOneFile`, bundles everything into one file. */
export async function buildCli(folder: string, { isOneFile = false } = {}): Promise<string> {
  await mkdir(folder, { recursive: true });
  if (folder !== packageDir) {
    await cp(join(packageDir, "package.json"), join(folder, "package.json"));
    await cp(join(packageDir, "bin"), join(folder, "bin"), { recursive: true });
  }
  await build({
    entryPoints: [
      { in: join(packageDir, "src/main.ts"), out: "stint" },
      // Prompts load only this.
      { in: join(packageDir, "src/prompt/timer-line.ts"), out: "prompt" },
      ...(isOneFile ? [] : [{ in: mcp.path, out: mcp.name }]),
    ],
    plugins: isOneFile ? [] : [mcpApart],
    outdir: join(folder, "dist"),
    outExtension: { ".js": ".cjs" },
    bundle: true,
    minify: true,
    // CommonJS, because a CommonJS bundle loads Node's modules only when a command needs them. An ES module would load
    // the modules of all commands at once.
    format: "cjs",
    platform: "node",
    target: "node22.13",
    supported: { "dynamic-import": false },
    conditions: ["@stint/source"],
    logLevel: "warning",
  });
  await writeFile(join(folder, "dist/stint.1"), writeMan());
  // Each shell expects a different file name.
  for (const [shell, name] of Object.entries({ bash: "stint", zsh: "_stint", fish: "stint.fish" })) {
    await mkdir(join(folder, "dist/completions", shell), { recursive: true });
    await writeFile(join(folder, "dist/completions", shell, name), scripts[shell] ?? "");
  }
  return join(folder, "bin/stint.cjs");
}

if (import.meta.main) await buildCli(process.argv[2] ?? packageDir);
