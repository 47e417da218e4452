import type { HttpApp, UnknownRequest } from "#platform/http/server/create-http-app.ts";
import { type CodedDocument, sendCoded } from "#platform/http/replies/coded-document.ts";
import { type FixedDocument, sendFixed } from "#platform/http/replies/fixed-document.ts";
import type { Dashboard } from "./dashboard.ts";
import { paths } from "./generated-paths.ts";
import { waitingPages } from "./waiting-pages.ts";

/** Serves the screens at `paths` and the files that they load. */
export function addDashboard(app: HttpApp, dashboard: Dashboard): void {
  for (const path of paths)
    app.get(path, async (request, reply) => {
      const found = await dashboard.find();
      if (typeof found === "string") return sendFixed(request, reply.code(503), waitingPages[found]);
      return sendCoded(request, reply, found.index);
    });
  // The token in the path is a secret, so caches and search engines must not store the reply.
  app.get("/shared/*", async (request, reply) => {
    const found = await dashboard.find();
    void reply.header("x-robots-tag", "noindex");
    if (typeof found === "string") return sendFixed(request, reply.code(503), waitingPages[found]);
    return sendCoded(request, reply, unstored(found.index));
  });
  // The pattern requires a dot: the names of files next to index.html have one, but API paths do not.
  for (const path of ["/assets/*", "/pictures/*", String.raw`/:file(^[\w-]+\.[\w.-]+$)`])
    app.get(path, async (request, reply) => {
      const found = await dashboard.find();
      const file = typeof found === "string" ? undefined : found.files.get(request.url.split("?", 1)[0] ?? "");
      return file === undefined ? reply.callNotFound() : sendCoded(request, reply, file);
    });
}

/**
 * Matches URLs that are only for programs. Unknown URLs among them never return the page, whatever media types the
 * request accepts.
 */
const ofPrograms = /^\/(v1|auth|api|feeds|oauth|mcp|\.well-known)(\/|\?|$)/;

/**
 * Returns the handler for unknown URLs: browsers get the dashboard, which says that nothing was found and links back.
 */
export function unknownPageOf(dashboard: Dashboard) {
  return async ({ method, url, headers }: UnknownRequest): Promise<CodedDocument | undefined> => {
    const isRead = method === "GET" || method === "HEAD";
    if (!isRead || ofPrograms.test(url) || !/\btext\/html\b/.test(headers.accept ?? "")) return undefined;
    const found = await dashboard.find();
    return typeof found === "string" ? undefined : unstored(found.index);
  };
}

function unstored({ plain, br, gzip }: CodedDocument): CodedDocument {
  const without = ({ body, headers }: FixedDocument) => ({
    body,
    headers: { ...headers, "cache-control": "no-store" },
  });
  return { plain: without(plain), br: br && without(br), gzip: gzip && without(gzip) };
}
