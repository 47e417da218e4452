import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import type { CodedDocument } from "#platform/http/replies/coded-document.ts";
import { type FixedDocument, fixedDocument } from "#platform/http/replies/fixed-document.ts";

export interface Build {
  /** The page that loads every screen. */
  index: CodedDocument;
  /** Keyed by path, such as `/assets/index-1a2b3c.js`. A requested path is only looked up here, never on disk. */
  files: ReadonlyMap<string, CodedDocument>;
}

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/**
 * Allows only the dashboard's own files, and no inline script or style. `data:` permits the images in style sheets.
 * `form-action` prevents a form from sending a password elsewhere if a script failed.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Reads a build into memory, with the assets of earlier builds, because pages that are still open load them. */
export async function readBuild(path: string): Promise<Build> {
  const files = await readFiles(path);
  const index = files.get("/index.html");
  if (index === undefined) throw new Error(`${path} has no index.html`);
  const dist = dirname(path);
  const others = (await readdir(dist)).filter((name) => /^[\da-f]{20}$/.test(name) && name !== basename(path));
  for (const other of others) {
    // Ignores a folder that cannot be read, because another service in this checkout may be removing that older build.
    const older = await readFiles(join(dist, other)).catch(() => new Map<string, CodedDocument>());
    for (const [name, file] of older) if (name.startsWith("/assets/") && !files.has(name)) files.set(name, file);
  }
  return { index, files };
}

async function readFiles(path: string): Promise<Map<string, CodedDocument>> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const contents = new Map<string, Buffer>();
  await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const file = join(parentPath, name);
        contents.set(file.slice(path.length), await readFile(file));
      }),
  );
  const files = new Map<string, CodedDocument>();
  for (const [name, content] of contents) {
    if (/\.(br|gz)$/.test(name)) continue;
    const isCompressed = contents.has(`${name}.br`) || contents.has(`${name}.gz`);
    const headers = { ...headersOf(name, content), ...(isCompressed ? { vary: "accept-encoding" } : {}) };
    const coded = (suffix: string, coding: string): FixedDocument | undefined => {
      const bytes = contents.get(name + suffix);
      return bytes && fixedDocument(bytes, { ...headers, "content-encoding": coding });
    };
    files.set(name, { plain: fixedDocument(content, headers), br: coded(".br", "br"), gzip: coded(".gz", "gzip") });
  }
  return files;
}

function headersOf(name: string, content: Buffer): Record<string, string> {
  // A page that can also be opened from a disk contains its own policy, which permits its inline script.
  const [, own] =
    /<meta http-equiv="content-security-policy" content="([^"]+)"/.exec(content.toString("latin1", 0, 1000)) ?? [];
  return {
    "content-type": types[extname(name)] ?? "application/octet-stream",
    // Assets are cached indefinitely: their names contain a hash of their content.
    "cache-control": name.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    ...(name.endsWith(".html") || name.endsWith(".js")
      ? { "content-security-policy": own === undefined ? policy : `${own}; frame-ancestors 'none'` }
      : {}),
  };
}
