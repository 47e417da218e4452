import { type Dispatcher, request } from "undici";
import { minuteMs } from "#platform/days.ts";
import { AppError } from "#platform/errors.ts";
import type { Resolve } from "./check-target.ts";
import type { RawText } from "./decode-text.ts";
import { explainFailure, explainStatus } from "./explain-failure.ts";
import { openDispatcher } from "./guarded-connector.ts";
import { tooLarge, unpack } from "./unpack.ts";
import { UnreadableError } from "./unreadable-error.ts";
import type { Proxies } from "./way-out.ts";

export interface Observers {
  signal?: AbortSignal;
  /** Called if the URL or a redirect leads to an address that is not public. */
  onInner?: () => void;
  /** Called with the number of further bytes that are kept in memory. An `AppError` that it throws ends the request. */
  onBytes?: (bytes: number) => void;
}

export interface TextSourceOptions {
  allowPrivate: boolean;
  userAgent: string;
  accept: string;
  /** The accepted media types; any by default. */
  types?: RegExp;
  /** The limit for the reply, both as it arrives and decompressed. */
  maxBytes: number;
  /** Defaults to 5. */
  maxRedirects?: number;
  connectTimeoutMs?: number;
  /** The time limit until the reply begins. */
  replyTimeoutMs?: number;
  /** The time limit for the whole exchange: lookup, connections, redirects, a second try and the reply. */
  timeoutMs?: number;
  proxies?: Proxies | undefined;
  resolve?: Resolve;
  ca?: string;
}

interface Exchange {
  dispatcher: Dispatcher;
  signal: AbortSignal;
  userAgent: string;
  onBytes?: ((bytes: number) => void) | undefined;
}

class StatusError extends UnreadableError {
  readonly status: number;

  constructor(status: number) {
    super(explainStatus(status));
    this.status = status;
  }
}

const redirects = new Set([301, 302, 303, 307, 308]);
/** Microsoft 365 and others refuse programs that they do not know, so a second try looks like a browser. */
const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36";

export type TextSource = ReturnType<typeof createTextSource>;

/**
 * Creates a reader of files at URLs that strangers chose. It only connects to permitted addresses, and reads at most
 * `maxBytes`.
 */
export function createTextSource(options: TextSourceOptions) {
  const { allowPrivate, userAgent, accept, types = /^/, maxBytes, maxRedirects = 5 } = options;
  const { connectTimeoutMs, replyTimeoutMs = minuteMs / 2, timeoutMs = minuteMs } = options;
  const { proxies, resolve, ca } = options;
  const open = new Set<Dispatcher>();
  // Each exchange has its own connections, so that it knows which addresses it led to.
  const openAgent = (onInner?: () => void) => {
    const guard = { allowPrivate, connectTimeoutMs, onInner, proxies, resolve, ca };
    const agent = openDispatcher(guard, {
      headersTimeout: replyTimeoutMs,
      bodyTimeout: 0,
    });
    open.add(agent);
    return agent;
  };

  async function read(url: URL, exchange: Exchange, redirectsLeft: number): Promise<RawText> {
    const { dispatcher, signal, onBytes } = exchange;
    const headers = { accept, "accept-encoding": "gzip, deflate, br", "user-agent": exchange.userAgent };
    const { statusCode, headers: replied, body } = await request(url, { dispatcher, headers, signal });
    if (redirects.has(statusCode) && replied["location"] !== undefined) {
      await body.dump();
      if (redirectsLeft === 0) throw new UnreadableError(tooMany(maxRedirects));
      return read(redirectTarget(url, String(replied["location"])), exchange, redirectsLeft - 1);
    }
    try {
      if (statusCode !== 200) throw new StatusError(statusCode);
      const contentType = String(replied["content-type"] ?? "");
      const [type = ""] = contentType.split(";");
      if (!types.test(type.trim().toLowerCase()))
        throw new UnreadableError(`it is not of the type ${accept}; check the address`);
      const packed = await readBytes(body, maxBytes, onBytes);
      const bytes = await unpack(packed, String(replied["content-encoding"] ?? ""), maxBytes);
      onBytes?.(bytes.length - packed.length);
      return { bytes, charset: /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] };
    } finally {
      // Discards the rest of a refused reply without reading it.
      body.on("error", () => undefined).destroy();
    }
  }

  return {
    /**
     * Returns the text at a URL, after at most `maxRedirects` redirects. Throws an `UnreadableError` if it cannot be
     * read.
     */
    async get(url: URL, { signal, onInner, onBytes }: Observers = {}): Promise<RawText> {
      const limit = AbortSignal.timeout(timeoutMs);
      const dispatcher = openAgent(onInner);
      const either = signal === undefined ? limit : AbortSignal.any([limit, signal]);
      const readAs = (name: string) =>
        read(url, { dispatcher, signal: either, userAgent: name, onBytes }, maxRedirects);
      try {
        return await readAs(userAgent).catch((error: unknown) => {
          if (!isRefusal(error)) throw error;
          return readAs(`${browser} ${userAgent}`);
        });
      } catch (error) {
        if (error instanceof UnreadableError || error instanceof AppError) throw error;
        throw new UnreadableError(
          limit.aborted
            ? `no complete reply within ${timeoutMs / 1000} s; try again later`
            : explainFailure(error as Error),
          { cause: error },
        );
      } finally {
        open.delete(dispatcher);
        await dispatcher.destroy();
      }
    },
    /** Interrupts every request in progress and closes the connections. */
    close: async () => void (await Promise.all([...open].map((agent) => agent.destroy()))),
  };
}

/** Whether a server may have refused the program rather than the address. */
function isRefusal(error: unknown): boolean {
  if (error instanceof StatusError) return error.status >= 400 && ![401, 404, 410, 429].includes(error.status);
  return ["ECONNRESET", "UND_ERR_SOCKET"].includes((error as { code?: string }).code ?? "");
}

function tooMany(redirects: number): string {
  return redirects === 0
    ? "it redirects to another address; use that one"
    : `it redirects more than ${redirects} times; use the address that it leads to`;
}

function redirectTarget(from: URL, location: string): URL {
  const to = URL.parse(location, from);
  if (to === null || (to.protocol !== "https:" && to.protocol !== "http:"))
    throw new UnreadableError("it redirects to an address that is neither http nor https; use another address");
  if (to.username !== "" || to.password !== "")
    throw new UnreadableError(
      "it redirects to an address with a user name or password; use one that opens without signing in",
    );
  if (from.protocol === "https:" && to.protocol === "http:")
    throw new UnreadableError(
      "it redirects from https to http, which is not encrypted; use an address that stays on https",
    );
  return to;
}

async function readBytes(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  onBytes?: (bytes: number) => void,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    onBytes?.(part.length);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
