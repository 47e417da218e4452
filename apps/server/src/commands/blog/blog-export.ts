import { writeFile } from "node:fs/promises";
import { exportBlog } from "#blog/importing/import-blog.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import { readContent } from "#blog/content/queries.ts";
import type { Database } from "#platform/database/database.ts";
import { counted } from "#commands/command-line/counted.ts";

export interface BlogExportDeps {
  db: Database;
  out: (text: string) => void;
  err: (text: string) => void;
}

/** Writes the content as JSON to a file, or to stdout if there is no path. */
export async function runBlogExport(deps: BlogExportDeps, options: { path?: string; json: boolean }): Promise<void> {
  const { state, rows } = await readContent(deps.db);
  const text = exportBlog(rows);
  if (options.path === undefined) return deps.out(text);
  await writeFile(options.path, text).catch((error: Error) => {
    throw new CommandError(`The export cannot be written: ${error.message}. Check the folder and its free space.`);
  });
  const result = { articles: rows.length, version: state.version, path: options.path };
  deps.out(
    options.json ? `${JSON.stringify(result)}\n` : `${counted(rows.length, "article")} written to ${options.path}\n`,
  );
}
