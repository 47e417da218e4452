import type { IncomingMessage } from "node:http";
import { type BlogSource, listPath, type Entry } from "#blog/content/content.ts";

export interface Page {
  entries: readonly Entry[];
  /** `Link` and `X-Total-Count`; empty if the request is not paged. */
  headers: string[];
}

/** Applies `limit` and `offset` like DRF's LimitOffsetPagination. Without a valid `limit`, returns the whole list. */
export function pageArticles(entries: readonly Entry[], params: URLSearchParams, origin: string): Page {
  const limit = toCount(params.getAll("limit").at(-1));
  if (limit === undefined || limit === 0) return { entries, headers: [] };
  const offset = toCount(params.getAll("offset").at(-1)) ?? 0;
  const total = entries.length;
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const links = [["first", 0]] as [string, number][];
  if (offset > 0) links.push(["prev", Math.max(0, Math.min(offset - limit, last))]);
  if (offset + limit < total) links.push(["next", offset + limit]);
  links.push(["last", last]);
  const link = links.map(([rel, at]) => `<${pageUrl(params, origin, limit, at)}>; rel="${rel}"`).join(", ");
  return {
    entries: entries.slice(offset, offset + limit),
    headers: ["Link", link, "X-Total-Count", String(total)],
  };
}

function toCount(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*\+?\d+\s*$/.test(text)) return undefined;
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

function pageUrl(params: URLSearchParams, origin: string, limit: number, offset: number): string {
  const query = new URLSearchParams(params);
  query.set("limit", String(limit));
  if (offset === 0) query.delete("offset");
  else query.set("offset", String(offset));
  return `${origin}${listPath}?${query.toString()}`;
}

/**
 * Returns the scheme and host that the client requested, or an empty string if the Host header is missing or malformed,
 * so that URLs become relative. Behind a proxy, the scheme is the one that the proxy reports.
 */
export function originOf(req: IncomingMessage, isProxy: BlogSource["isProxy"]): string {
  const host = req.headers.host ?? "";
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)) return "";
  const given = isProxy(req.socket.remoteAddress) ? req.headers["x-forwarded-proto"] : undefined;
  const forwarded = String(given ?? "")
    .split(",")[0]
    ?.trim();
  const isSecure = forwarded === "https" || (forwarded !== "http" && "encrypted" in req.socket);
  return `${isSecure ? "https" : "http"}://${host}`;
}
