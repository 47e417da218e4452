import { watchServed } from "#blog/content/await-served.ts";
import { importBlog, type ImportResult } from "#blog/importing/import-blog.ts";
import { BlogSourceError } from "#blog/importing/read-source.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import type { ConnectionConfig } from "#platform/database/connection/session-client.ts";

export interface BlogCommandDeps {
  db: DatabasePool;
  connection: ConnectionConfig;
  out: (text: string) => void;
  err: (text: string) => void;
}

export interface BlogImportOptions {
  path: string;
  prune: boolean;
  json: boolean;
  /** How long to wait for this machine's servers to serve the import. */
  waitMs?: number;
}

/**
 * Imports the source and waits until this machine's servers serve the result. Throws a `CommandError` if the source has
 * problems.
 */
export async function runBlogImport(deps: BlogCommandDeps, options: BlogImportOptions): Promise<void> {
  const { path, prune, json, waitMs = 10_000 } = options;
  const served = await watchServed(deps.db, deps.connection);
  try {
    const result = await importBlog(deps.db, { path, prune });
    const behind = await served.until(result.version, waitMs);
    if (behind.length > 0) {
      deps.err(
        `The content is stored as version ${result.version}, but after ${waitMs / 1000} s these servers do not serve it yet: ${behind.join(", ")}\n`,
      );
    }
    deps.out(json ? `${JSON.stringify(result)}\n` : `${describe(result)}\n`);
  } catch (error) {
    throw error instanceof BlogSourceError ? new CommandError(error.message) : error;
  } finally {
    await served.stop();
  }
}

function describe({ created, updated, unchanged, removed, version }: ImportResult): string {
  return `${created} created, ${updated} updated, ${unchanged} unchanged, ${removed} removed (version ${version})`;
}
