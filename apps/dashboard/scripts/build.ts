// Builds a dashboard folder into another folder. Each text file also gets a compressed copy, so the server doesn't
// compress on request.
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv } from "node:process";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";

const [folder, outDir] = argv.slice(2);
if (folder === undefined || outDir === undefined) throw new Error("usage: build.ts <folder> <new folder>");

const texts = /\.(css|html|js|json|svg|txt|webmanifest)$/;
/** Below this size, the headers of a compressed reply cost more than compression saves. */
const minBytes = 600;

// Native, because the default config loader writes a bundled config into node_modules, where concurrent builds would
// collide.
await build({ root: folder, configLoader: "native", logLevel: "warn", build: { outDir, emptyOutDir: true } });
const names = await readdir(outDir, { recursive: true });
await Promise.all(names.filter((name) => texts.test(name)).map((name) => compress(join(outDir, name))));

async function compress(path: string): Promise<void> {
  const { size } = await stat(path);
  if (size < minBytes) return;
  const text = await readFile(path);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: size };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(text, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
}
