import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin, type ResolvedConfig, type Rolldown } from "vite";

const id = "virtual:verifier";
const fileName = "verify-statement.html";

/**
 * Builds src/verifier into one file, which also works when opened from a disk, without a server. `virtual:verifier`
 * exports the file's name and checksum, which statements show.
 */
export function verifier(): Plugin {
  let config: ResolvedConfig;
  let page: Promise<string> | undefined;
  const getPage = () => (page ??= buildPage(config));
  return {
    name: "verifier",
    configResolved(resolved) {
      config = resolved;
    },
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return undefined;
      return `export const verifier = ${JSON.stringify({ fileName, hash: hash("sha256", await getPage()) })};`;
    },
    async generateBundle() {
      this.emitFile({ type: "asset", fileName, source: await getPage() });
    },
  };
}

async function buildPage({ root, build: { target } }: ResolvedConfig): Promise<string> {
  const folder = join(root, "src/verifier");
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    resolve: { conditions: ["@stint/source", "module", "browser", "production"] },
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: { input: join(folder, "verifier.ts"), output: { format: "iife" } },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  if (output.length !== 1) throw new Error(`The page consists of ${output.length} files.`);
  const script = output[0].code.replaceAll("</script", "<\\/script");
  const style = await readFile(join(folder, "verifier.css"), "utf8");
  const permitted = (text: string) => `'sha256-${hash("sha256", text, "base64")}'`;
  const policy = `default-src 'none'; script-src ${permitted(script)}; style-src ${permitted(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stint</title>
<link rel="icon" href="data:,">
<style>${style}</style>
<body></body>
<script>${script}</script>
</html>
`;
}
