import type { IncomingMessage, ServerResponse } from "node:http";
import { toJson } from "#blog/content/article.ts";
import { feedHandler, feedPaths } from "./answer-feed-requests.ts";
import { etag, listBytes, listPath, type BlogSource, type Content, type Entry } from "#blog/content/content.ts";
import { filterArticles } from "./filter-articles.ts";
import { negotiateJson, takesCompactJson } from "./negotiate.ts";
import { originOf, pageArticles } from "./page-articles.ts";
import { sendDetail, sendJson, sendPreflight, sendUnlessKnown, toReply } from "#blog/content/replies.ts";
import { selectFields, type Selection } from "./select-fields.ts";

export type BlogHandler = (req: IncomingMessage, res: ServerResponse) => boolean;

/** Handles requests to the blog before they reach any router; returns false for all others. */
export function blogHandler(deps: BlogSource): BlogHandler {
  const answerFeed = feedHandler(deps);
  return (req, res) => {
    const { method, headers, url = "" } = req;
    const plain = deps.content()?.plain.get(url);
    if (plain !== undefined && (method === "GET" || method === "HEAD") && takesCompactJson(headers.accept)) {
      sendUnlessKnown(req, res, plain);
      return true;
    }
    const target = parseTarget(url);
    if (feedPaths.has(target.path)) {
      answerFeed(req, res, target.path);
      return true;
    }
    if (target.path !== listPath.slice(0, -1) && !target.path.startsWith(listPath)) return false;
    answer(deps, req, res, target);
    return true;
  };
}

interface Target {
  path: string;
  query: string;
}

// Drops the origin of an absolute-form target (from a proxy). Also drops a fragment, which is invalid, as Django does.
function parseTarget(url: string): Target {
  const [local = ""] = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "").split("#", 1);
  const at = local.indexOf("?");
  return at === -1 ? { path: local, query: "" } : { path: local.slice(0, at), query: local.slice(at + 1) };
}

interface Question {
  params: URLSearchParams;
  /** The requested slug; undefined for the list. */
  slug: string | undefined;
  indent: number;
}

// The order of the checks is part of the contract: format, Accept, method, slug.
function answer(deps: BlogSource, req: IncomingMessage, res: ServerResponse, target: Target): void {
  // The ampersand keeps a "?" at the start of the query itself, which URLSearchParams would otherwise strip.
  const params = new URLSearchParams(`&${target.query}`);
  const slug = toSlug(target.path);
  if (isPreflight(req)) return sendPreflight(res);
  const format = params.getAll("format").at(-1) ?? "";
  if (!["", "json", "api"].includes(format)) return sendDetail(res, 404, "Not found.");
  const accepted = negotiateJson(req.headers.accept) ?? (format === "" ? undefined : { indent: 0 });
  if (accepted === undefined) return sendDetail(res, 406, "Could not satisfy the request Accept header.");
  const { indent } = accepted;
  if (req.method === "OPTIONS") return sendJson(res, 200, describe(slug), indent);
  if (req.method !== "GET" && req.method !== "HEAD") {
    return sendDetail(res, 405, `Method "${req.method}" not allowed.`, indent);
  }
  const content = deps.content();
  if (content === undefined) {
    return sendJson(res, 503, { detail: "The content is not loaded yet." }, indent, ["Retry-After", "1"]);
  }
  const question = { params, slug, indent };
  if (slug === undefined) return sendList(content, req, res, { ...question, origin: originOf(req, deps.isProxy) });
  const entry = content.bySlug.get(slug);
  if (entry === undefined) return sendDetail(res, 404, "Not found.", indent);
  sendArticle(content, entry, req, res, question);
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

// Returns the requested slug: undefined for the list, "" for an undecodable path, because no article has that slug.
function toSlug(path: string): string | undefined {
  const segment = path.slice(listPath.length);
  if (segment === "") return undefined;
  try {
    return decodeURIComponent(segment.replace(/(?<=.)\/$/, ""));
  } catch {
    return "";
  }
}

function describe(slug: string | undefined): object {
  return {
    name: slug === undefined ? "Blog List" : "Blog Detail",
    description: "",
    renders: ["application/json"],
    parses: ["application/json"],
  };
}

function sendList(
  content: Content,
  req: IncomingMessage,
  res: ServerResponse,
  { params, indent, origin }: Question & { origin: string },
): void {
  const page = pageArticles(filterArticles(content, params), params, origin);
  const fields = selectFields(params);
  const plain = content.plain.get(listPath);
  const isPlain = page.entries === content.entries && fields === undefined && indent === 0;
  if (isPlain && plain !== undefined) return sendUnlessKnown(req, res, plain);
  const reply = toReply(
    renderList(page.entries, fields, indent),
    etag(page.entries, "list", fields, indent, page.headers),
    content.state.changedAt,
    { extra: page.headers },
  );
  sendUnlessKnown(req, res, reply);
}

function sendArticle(
  content: Content,
  entry: Entry,
  req: IncomingMessage,
  res: ServerResponse,
  { params, indent }: Question,
): void {
  const fields = selectFields(params);
  const plain = content.plain.get(listPath + entry.row.slug);
  if (plain !== undefined && fields === undefined && indent === 0) return sendUnlessKnown(req, res, plain);
  const tag = etag([entry], "detail", fields, indent);
  sendUnlessKnown(req, res, toReply(renderArticle(entry, fields, indent), tag, entry.row.updatedAt));
}

function renderList(entries: readonly Entry[], fields: Selection, indent: number): Buffer {
  if (indent === 0) return listBytes(entries.map((entry) => renderArticle(entry, fields, 0)));
  return Buffer.from(
    toJson(
      entries.map((entry) => pick(entry, fields)),
      indent,
    ),
  );
}

function renderArticle(entry: Entry, fields: Selection, indent: number): Buffer {
  if (indent > 0) return Buffer.from(toJson(pick(entry, fields), indent));
  if (fields === undefined) return entry.bytes;
  return Buffer.from(`{${fields.map((name) => entry.fragments.get(name)).join(",")}}`);
}

function pick({ article }: Entry, fields: Selection): object {
  return fields === undefined ? article : Object.fromEntries(fields.map((name) => [name, article[name]]));
}
