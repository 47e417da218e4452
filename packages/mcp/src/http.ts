import { createMcpHandler } from "@modelcontextprotocol/server";
import { Stint } from "@stint/sdk";
import { createNameCache } from "./names/name-cache.ts";
import type { NameCache } from "./protocol/tool.ts";
import { answerCall, type Message } from "./server/answer-call.ts";
import { createServer } from "./server/create-server.ts";
import { clientHeader, type ClientName, type ServerMeans } from "./server/server-means.ts";
import { tools } from "./tools/all-tools.ts";
import { createSigner } from "./writing/signer.ts";

export interface HttpMeans extends Pick<ServerMeans, "version" | "now" | "onFault"> {
  /** The key that signs drafts and undo references. It is the same on every node. */
  signingKey: Buffer;
  onCall(tool: string, outcome: "ok" | "error"): void;
  /** Creates the server for one request. Tests replace it with their example server. */
  createServer?: typeof createServer | undefined;
}

/** A request whose caller is known. */
export interface Exchange extends Message {
  /** Returns the request for the protocol library. */
  toRequest(): Request;
  /** The id of the key, which determines the names that the caller is allowed to see. */
  keyId: string;
  /** The scopes whose tools are listed: the caller's and those that the person of a connected program can add. */
  scopes: readonly string[];
  /** Sends a request to the API on behalf of the same caller. */
  fetch(url: string, init: RequestInit): Promise<Pick<Response, "status" | "ok" | "type" | "headers" | "text">>;
}

interface Cached {
  names: NameCache;
  current: Exchange;
}

// All caches together take at most about 50 MB.
const maxCaches = 500;
const maxNames = 200_000;

/**
 * Handles requests to `/mcp`. Any node can handle any request, because the only state is a cache of the names that were
 * shown to a key.
 */
export function createHttpServer(means: HttpMeans): {
  /** Returns the reply; its JSON text if it is one that succeeded. */
  answer(exchange: Exchange): Promise<Response | string>;
} {
  const signer = createSigner(means.signingKey);
  const caches = new Map<string, Cached>();
  const cacheOf = (exchange: Exchange) => {
    const known = caches.get(exchange.keyId);
    caches.delete(exchange.keyId);
    const entry: Cached = known ?? {
      names: createNameCache(() => stintOf(entry.current, undefined)),
      current: exchange,
    };
    // Names that the cache lacks are read on behalf of the newest request.
    entry.current = exchange;
    caches.set(exchange.keyId, entry);
    const names = () => caches.values().reduce((sum, cache) => sum + cache.names.size(), 0);
    while (caches.size > 1 && (caches.size > maxCaches || names() > maxNames))
      caches.delete(caches.keys().next().value ?? "");
    return entry.names;
  };
  const meansOf = (exchange: Exchange): ServerMeans => ({
    ...means,
    signer,
    names: cacheOf(exchange),
    scopes: async () => exchange.scopes,
    lasts: false,
    stintOf: (client, signal) => stintOf(exchange, client, signal),
  });
  const handler = createMcpHandler(
    ({ authInfo }) => (means.createServer ?? createServer)(meansOf(authInfo?.extra?.["exchange"] as Exchange)),
    // Allows no subscriptions, because there is nothing to subscribe to.
    { onerror: () => undefined, maxSubscriptions: 0 },
  );
  return {
    async answer(exchange) {
      const answered = await answerCall(exchange, meansOf(exchange));
      if (answered !== undefined) return answered;
      const response = await handler.fetch(exchange.toRequest(), {
        parsedBody: exchange.body,
        authInfo: { token: "", clientId: exchange.keyId, scopes: [], extra: { exchange } },
      });
      return response.ok ? (refuseSubscription(exchange.body) ?? response) : response;
    },
  };
}

/**
 * Refuses subscriptions as an unknown method. The library would refuse them as too many, which invites clients to try
 * again.
 */
function refuseSubscription(message: unknown): Response | undefined {
  const { id, method, params } = message as { id?: unknown; method?: unknown; params?: { _meta?: unknown } };
  if (method !== "subscriptions/listen" || id === undefined || params?._meta === undefined) return undefined;
  return Response.json({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } }, { status: 404 });
}

function stintOf({ fetch, headers }: Exchange, client: ClientName | undefined, signal?: AbortSignal): Stint {
  // Use the User-Agent for clients of the 2025 protocol, because they identify themselves only when they connect,
  // possibly to another node.
  const [, name, version] = /^([\w.+-]+)\/([\w.+-]+)/.exec(String(headers["user-agent"])) ?? [];
  const named = client ?? (name === undefined || version === undefined ? undefined : { name, version });
  return new Stint({
    baseUrl: "http://in-process",
    // `fetch` adds the caller's own Authorization.
    apiKey: "",
    maxRetries: 0,
    headers: { "stint-client": clientHeader(named) },
    // Without the SDK's signal, whose only use would be its time limit: the service limits its requests itself.
    fetch: async (url, init) => (await fetch(url, { ...init, signal: signal ?? null })) as Response,
  });
}

/** Returns the API scopes that a protocol message needs: none unless it calls a known tool. */
export function neededScopes(message: unknown): readonly string[] {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  const name = method === "tools/call" ? params?.name : undefined;
  return tools.find((tool) => tool.name === name)?.scopes ?? [];
}
