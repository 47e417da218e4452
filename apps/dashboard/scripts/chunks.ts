import type { Rolldown } from "vite";

const shell = "/src/shell/signed-in.tsx";
const time = "/src/pages/time/time-page.tsx";

/** Small modules that nearly every screen uses. Separate files for them would make the total larger. */
const small = /src.(?:screen.page-head|time.read-day)/;

/** Only long lists need these, so the other daily screens start without them. */
const rows = /@tanstack.(?:react-virtual|virtual-core)|window.use-window-rows/;

/** The SDK's index exports these, so the first screen seems to use them. */
const statements = /sdk.src.statements/;

/**
 * Large scripts rather than many small ones, because browsers load only six at a time without HTTP/2, and small ones
 * compress badly.
 */
export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: "first", tags: ["$initial"], priority: 4 },
  {
    debugName: "shell",
    // Holds the frame of all signed-in screens, and the modules that the first screen shares with others.
    name: (id, context) => {
      const { importers = [] } = context.getModuleInfo(id) ?? {};
      if (rows.test(id) || statements.test(id)) return null;
      const isShared = [id, ...importers].some((each) => !each.includes("/src/pages/time/"));
      const isFirst = (isShared && isImportedBy(time, id, context)) || isImportedBy(shell, id, context);
      return isFirst || small.test(id) ? "shell" : null;
    },
    priority: 2,
  },
  { name: "rows", test: rows, priority: 1.5 },
  { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 800, priority: 1 },
];

/**
 * Keeps only the first screen's name: Rolldown names what screens share after all of them, and the first script lists
 * these names.
 */
export function chunkFileNames({ name }: Pick<Rolldown.PreRenderedChunk, "name">): string {
  return `assets/${firstOf(name)}-[hash:7].js`;
}

export function assetFileNames({ names: [name = ""] }: Pick<Rolldown.PreRenderedAsset, "names">): string {
  return `assets/${firstOf(name.replace(/\.\w+$/, ""))}-[hash:7][extname]`;
}

const firstOf = (name: string) => name.split("~", 1)[0] ?? name;

/** Whether the module at `path` imports module `id`, directly or through others. */
function isImportedBy(path: string, id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  if (id.endsWith(path)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  const { importers = [] } = context.getModuleInfo(id) ?? {};
  return importers.some((importer) => isImportedBy(path, importer, context, seen));
}
