import { Agent, request } from "undici";
import type { Resolve } from "./check-target.ts";
import { explainFailure } from "./explain-failure.ts";
import { UnreadableError } from "./unreadable-error.ts";
import { guardedConnector } from "./guarded-connector.ts";

export interface TextSource {
  /**
   * Returns the UTF-8 text at a URL, after at most `maxRedirects` redirects. Throws an `UnreadableError` if the text
   * cannot be read. Calls `onInner` if the URL or a redirect leads to an address that is not public.
   */
  get(url: URL, signal?: AbortSignal, onInner?: () => void): Promise<string>;
  /** Interrupts every request in progress and closes the connections. */
  close(): Promise<void>;
}

export interface TextSourceOptions {
  allowPrivate: boolean;
  userAgent: string;
  accept: string;
  /** The accepted media types; any by default. */
  types?: RegExp;
  maxBytes: number;
  /** Defaults to 5. */
  maxRedirects?: number;
  connectTimeoutMs?: number;
  /** The time limit for the whole exchange: lookup, connections, redirects and reply. */
  timeoutMs?: number;
  resolve?: Resolve;
  ca?: string;
}

interface Exchange {
  dispatcher: Agent;
  signal: AbortSignal;
}

const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Creates a reader of files at URLs that strangers chose. It only connects to permitted addresses, and reads at most
 * `maxBytes`.
 */
export function createTextSource(options: TextSourceOptions): TextSource {
  const { allowPrivate, userAgent, accept, types = /^/, maxBytes, maxRedirects = 5 } = options;
  const { connectTimeoutMs = 5_000, timeoutMs = 20_000 } = options;
  const { resolve, ca } = options;
  const open = new Set<Agent>();
  // Each exchange has its own connections, so that it knows which addresses it led to.
  const openAgent = (onInner?: () => void) => {
    const agent = new Agent({
      connect: guardedConnector({ allowPrivate, connectTimeoutMs, onInner, resolve, ca }),
      allowH2: false,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 1_000,
    });
    open.add(agent);
    return agent;
  };
  // Requests no compression, because compressed replies could be decompression bombs.
  const headers = { accept, "accept-encoding": "identity", "user-agent": userAgent };

  async function read(url: URL, { dispatcher, signal }: Exchange, redirectsLeft: number): Promise<string> {
    const { statusCode, headers: replied, body } = await request(url, { dispatcher, headers, signal });
    if (redirects.has(statusCode) && replied["location"] !== undefined) {
      await body.dump();
      if (redirectsLeft === 0) throw new UnreadableError(tooMany(maxRedirects));
      return read(redirectTarget(url, String(replied["location"])), { dispatcher, signal }, redirectsLeft - 1);
    }
    try {
      if (statusCode !== 200) throw new UnreadableError(`the server answered with status ${statusCode}`);
      const encoding = replied["content-encoding"];
      if (encoding !== undefined && encoding !== "identity")
        throw new UnreadableError("the server sent a compressed reply, which was not requested");
      const [type = ""] = String(replied["content-type"] ?? "").split(";");
      if (!types.test(type.trim().toLowerCase())) throw new UnreadableError(`it is not of the type ${accept}`);
      return await readText(body, maxBytes);
    } finally {
      // Discards the rest of a refused reply without reading it.
      body.on("error", () => undefined).destroy();
    }
  }

  return {
    async get(url, signal, onInner) {
      const limit = AbortSignal.timeout(timeoutMs);
      const dispatcher = openAgent(onInner);
      const either = signal === undefined ? limit : AbortSignal.any([limit, signal]);
      try {
        return await read(url, { dispatcher, signal: either }, maxRedirects);
      } catch (error) {
        if (error instanceof UnreadableError) throw error;
        throw new UnreadableError(
          limit.aborted ? `no complete reply within ${timeoutMs / 1000} s` : explainFailure(error as Error),
        );
      } finally {
        open.delete(dispatcher);
        await dispatcher.destroy();
      }
    },
    close: async () => void (await Promise.all([...open].map((agent) => agent.destroy()))),
  };
}

function tooMany(redirects: number): string {
  return redirects === 0 ? "it redirects to another address" : `it redirects more than ${redirects} times`;
}

function redirectTarget(from: URL, location: string): URL {
  const to = URL.parse(location, from);
  if (to === null || (to.protocol !== "https:" && to.protocol !== "http:"))
    throw new UnreadableError("it redirects to an address that is neither http nor https");
  if (to.username !== "" || to.password !== "")
    throw new UnreadableError("it redirects to an address with a user name or password");
  if (from.protocol === "https:" && to.protocol === "http:")
    throw new UnreadableError("it redirects from https to http, which is not encrypted");
  return to;
}

async function readText(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > maxBytes) throw new UnreadableError(`it is larger than ${maxBytes / 1_000_000} MB`);
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}
