import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { BlogSource, Content } from "#blog/content/content.ts";
import { renderAtom, renderJsonFeed, type FeedAddresses } from "./render-feeds.ts";
import { originOf } from "./page-articles.ts";
import { sendDetail, sendJson, sendPreflight, sendUnlessKnown, toReply, type Reply } from "#blog/content/replies.ts";

const formats = {
  "/feeds/blogs.atom": { contentType: "application/atom+xml; charset=utf-8", render: renderAtom },
  "/feeds/blogs.json": { contentType: "application/feed+json; charset=utf-8", render: renderJsonFeed },
};
type FeedPath = keyof typeof formats;

export const feedPaths: ReadonlySet<string> = new Set(Object.keys(formats));

export type FeedHandler = (req: IncomingMessage, res: ServerResponse, path: string) => void;

/** Serves the feeds if the URL of the article pages is configured. */
export function feedHandler(deps: BlogSource): FeedHandler {
  // Caches the last reply in each format. A reply depends only on the content and on the origin in the request.
  const made = new Map<FeedPath, { content: Content; origin: string; reply: Reply }>();

  function replyFor(path: FeedPath, content: Content, articleUrl: string, origin: string): Reply {
    const last = made.get(path);
    if (last?.content === content && last.origin === origin) return last.reply;
    const { render, contentType } = formats[path];
    const addresses: FeedAddresses = { articleUrl, self: origin === "" ? undefined : origin + path };
    const body = Buffer.from(render(content, addresses));
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
    const reply = toReply(body, etag, content.state.changedAt, { contentType });
    made.set(path, { content, origin, reply });
    return reply;
  }

  return (req, res, path) => {
    const { method, headers } = req;
    if (deps.articleUrl === undefined) return sendDetail(res, 404, "Not found.");
    if (method === "OPTIONS") {
      const isPreflight = headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
      return isPreflight ? sendPreflight(res) : sendJson(res, 200, { name: "Blog Feed", description: "" });
    }
    if (method !== "GET" && method !== "HEAD") return sendDetail(res, 405, `Method "${method}" not allowed.`);
    const content = deps.content();
    if (content === undefined) {
      return sendJson(res, 503, { detail: "The content is not loaded yet." }, 0, ["Retry-After", "1"]);
    }
    sendUnlessKnown(req, res, replyFor(path as FeedPath, content, deps.articleUrl, originOf(req, deps.isProxy)));
  };
}
