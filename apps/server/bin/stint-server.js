#!/usr/bin/env node
import module from "node:module";
import { fileURLToPath } from "node:url";

// Plain JavaScript, so an old Node can report its version instead of failing to read TypeScript.
const major = Number(process.versions.node.split(".")[0]);
if (major < 26) {
  process.stderr.write(
    `Stint needs Node 26; this is ${process.version}. \`npx stint-server\` and the npm scripts use the one that \`npm ci\` installed.\n`,
  );
  process.exit(1);
}
// The next start reuses compiled code; if the folder is not writable, each start compiles again.
const defaultCache = fileURLToPath(new URL("../../../node_modules/.cache/stint", import.meta.url));
module.enableCompileCache(process.env.NODE_COMPILE_CACHE ?? defaultCache);

// Our own imports contain full file names. Otherwise Node would look for a package.json and for links on the path of
// each of them, which takes a quarter of a start.
const source = new URL("../src/", import.meta.url).href;
module.registerHooks({
  resolve(specifier, context, nextResolve) {
    const url = specifier.endsWith(".ts") ? findOwn(specifier, context.parentURL) : undefined;
    return url === undefined
      ? nextResolve(specifier, specifier === "@stint/sdk" ? fromSources(context) : context)
      : { url, format: "module-typescript", shortCircuit: true };
  },
});

/** Loads the workspace's packages from source, because they are not built. */
function fromSources(context) {
  return { ...context, conditions: [...context.conditions, "@stint/source"] };
}

/** The URL of `./file.ts`, of `#src/file.ts`, or of `#folder/file.ts` in src: see "imports" in package.json. */
function findOwn(specifier, parent) {
  if (!parent?.startsWith(source)) return undefined;
  if (specifier.startsWith("./")) return new URL(specifier, parent).href;
  return specifier.startsWith("#") ? source + specifier.slice(specifier.startsWith("#src/") ? 5 : 1) : undefined;
}

await import("#commands/main.ts");
