import type { HttpApp } from "#platform/http/create-http-app.ts";
import { type CodedDocument, sendCoded } from "#platform/http/coded-document.ts";
import { type FixedDocument, sendFixed } from "#platform/http/fixed-document.ts";
import type { Dashboard } from "./dashboard.ts";
import { waitingPages } from "./waiting-pages.ts";

/** Every address that the dashboard answers; people keep bookmarks of them. */
const paths = [
  "/",
  "/blog",
  "/blog/*",
  "/calendar",
  "/clients",
  "/invitation",
  "/profile",
  "/projects",
  "/projects/*",
  "/rates",
  "/reports",
  "/reports/*",
  "/reset-password",
  "/second-factor",
  "/set-up",
  "/settings",
  "/settings/*",
  "/sign-in",
  "/tags",
  "/team",
  "/team/*",
  "/time",
  "/timesheet",
];

/** The screens at `paths`, and the files that they load. */
export function addDashboard(app: HttpApp, dashboard: Dashboard): void {
  const hidden = { schema: { hide: true } };
  for (const path of paths)
    app.get(path, hidden, async (request, reply) => {
      const found = await dashboard.find();
      if (typeof found === "string") return sendFixed(request, reply.code(503), waitingPages[found]);
      return sendCoded(request, reply, found.index);
    });
  // The token in the path is a secret: neither a cache nor a search engine may keep it.
  app.get("/shared/*", hidden, async (request, reply) => {
    const found = await dashboard.find();
    void reply.header("x-robots-tag", "noindex");
    if (typeof found === "string") return sendFixed(request, reply.code(503), waitingPages[found]);
    return sendCoded(request, reply, unstored(found.index));
  });
  // A file beside index.html has a dot in its name, which no part of the API has.
  for (const path of ["/assets/*", String.raw`/:file(^[\w-]+\.[\w.-]+$)`])
    app.get(path, hidden, async (request, reply) => {
      const found = await dashboard.find();
      const file = typeof found === "string" ? undefined : found.files.get(request.url.split("?", 1)[0] ?? "");
      return file === undefined ? reply.callNotFound() : sendCoded(request, reply, file);
    });
}

function unstored({ plain, br, gzip }: CodedDocument): CodedDocument {
  const without = ({ body, headers }: FixedDocument) => ({
    body,
    headers: { ...headers, "cache-control": "no-store" },
  });
  return { plain: without(plain), br: br && without(br), gzip: gzip && without(gzip) };
}
