import type { Rolldown } from "vite";

const shell = "/src/shell/signed-in.tsx";
const time = "/src/pages/time/time-page.tsx";

/** The page head, which nearly every screen uses. A separate file for it would make the total larger. */
const small = /src.screen.page-head/;

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
      const isShared = [id, ...importers].some((each) => !each.includes("/src/pages/time/"));
      const isFirst = (isShared && isImportedBy(time, id, context)) || isImportedBy(shell, id, context);
      return isFirst || small.test(id) ? "shell" : null;
    },
    priority: 2,
  },
  { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 800, priority: 1 },
];

/** Keeps only the first screen's name: Rolldown names a shared chunk after all the screens that share it. */
export function chunkFileNames({ name }: Pick<Rolldown.PreRenderedChunk, "name">): string {
  return `assets/${name.split("~", 1)[0]}-[hash].js`;
}

/** Whether the module at `path` imports module `id`, directly or through others. */
function isImportedBy(path: string, id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  if (id.endsWith(path)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  const { importers = [] } = context.getModuleInfo(id) ?? {};
  return importers.some((importer) => isImportedBy(path, importer, context, seen));
}
