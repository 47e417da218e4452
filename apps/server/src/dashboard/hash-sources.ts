import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Everything that a build depends on, relative to the dashboard's folder. The API client and the grammar are included,
 * because the build compiles them from source.
 */
const sources = [
  "index.html",
  "package.json",
  "postcss.config.cjs",
  "public",
  "scripts",
  "src",
  "tsconfig.json",
  "vite.config.ts",
  "../../package-lock.json",
  "../../packages/grammar/package.json",
  "../../packages/grammar/src",
  "../../packages/offline/package.json",
  "../../packages/offline/src",
  "../../packages/sdk/package.json",
  "../../packages/sdk/src",
  "../../tsconfig.json",
];

/**
 * Hashes the contents of the sources; the hash becomes the name of their build. Modification times are unsuitable,
 * because checkouts, copies and images change them.
 */
export async function hashSources(folder: string): Promise<string> {
  const paths = (await Promise.all(sources.map((source) => listFiles(folder, source)))).flat();
  const contents = await Promise.all(paths.map((path) => readFile(join(folder, path))));
  const hash = createHash("sha256");
  for (const [at, content] of contents.entries()) hash.update(`${paths[at]}\0${content.length}\0`).update(content);
  return hash.digest("hex").slice(0, 20);
}

async function listFiles(folder: string, source: string): Promise<string[]> {
  try {
    const entries = await readdir(join(folder, source), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(source, entry.parentPath.slice(join(folder, source).length), entry.name))
      .toSorted();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR") return [source];
    if (code === "ENOENT") return [];
    throw error;
  }
}
