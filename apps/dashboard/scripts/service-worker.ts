import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

/**
 * Writes service-worker.js into the build, along with the list of all files. Vite's development server has no service
 * worker.
 */
export function serviceWorker(): Plugin {
  let publicDir = "";
  return {
    name: "service-worker",
    apply: "build",
    configResolved(config) {
      ({ publicDir } = config);
    },
    generateBundle: {
      // Runs after Vite's own plugin, which adds index.html to the bundle.
      order: "post",
      async handler(_options, bundle) {
        // Without folders: the pictures of the help are loaded when someone looks at them.
        const entries = await readdir(publicDir, { withFileTypes: true });
        const publicNames = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
        const version = createHash("sha256");
        for (const name of publicNames.toSorted()) version.update(name).update(await readFile(join(publicDir, name)));
        for (const [name, file] of Object.entries(bundle).toSorted(([left], [right]) => (left < right ? -1 : 1)))
          version.update(name).update(file.type === "asset" ? file.source : file.code);
        const worker = await readFile(join(import.meta.dirname, "service-worker.js"), "utf8");
        version.update(worker);
        const build = {
          version: version.digest("hex").slice(0, 16),
          files: [...publicNames, ...Object.keys(bundle)].map((name) => `/${name}`),
        };
        const source = `const build = ${JSON.stringify(build)};\n${worker}`;
        this.emitFile({ type: "asset", fileName: "service-worker.js", source });
      },
    },
  };
}
