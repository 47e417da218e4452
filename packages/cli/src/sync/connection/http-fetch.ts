// Sends requests with node:http, because loading the platform's `fetch` and its `Headers` takes 50 ms, a third of a sync.
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";

export interface Sent {
  method?: string | undefined;
  headers?: Readonly<Record<string, string>>;
  body?: string | undefined;
  signal?: AbortSignal | null | undefined;
}

const connectMs = 10_000;
const silentMs = 300_000;

/**
 * Does what the terminal needs of `fetch`: follows no redirects, and returns what the client library and the commands
 * read of a response. Fails if there is no connection within `limitMs`.
 */
export async function httpFetch(url: string, sent: Sent = {}, limitMs = connectMs): Promise<Response> {
  const { method = "GET", headers = {}, body, signal } = sent;
  const isSecure = url.startsWith("https:");
  const { request } = await (isSecure ? import("node:https") : import("node:http"));
  signal?.throwIfAborted();
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const usual = { accept: "*/*", "accept-encoding": "br, gzip", "user-agent": "node" };
    const outgoing = request(url, {
      method,
      headers: { ...usual, ...headers, ...length },
      ...(signal ? { signal } : {}),
    });
    const end = (reason: string) => () => outgoing.destroy(new Error(reason));
    const late = setTimeout(end(`no connection within ${limitMs / 1000} seconds`), limitMs);
    outgoing.setTimeout(silentMs, end("it does not reply"));
    outgoing.once("socket", (socket) => {
      if (socket.connecting) socket.once(isSecure ? "secureConnect" : "connect", () => clearTimeout(late));
      else clearTimeout(late);
    });
    outgoing.once("close", () => clearTimeout(late));
    outgoing.once("response", resolve).on("error", reject);
    outgoing.end(body);
  });
  return toResponse(message, await decoded(message));
}

async function decoded(message: IncomingMessage): Promise<Readable> {
  const { "content-encoding": encoding } = message.headers;
  if (encoding !== "gzip" && encoding !== "br") return message;
  const { createBrotliDecompress, createGunzip } = await import("node:zlib");
  const decoder = encoding === "br" ? createBrotliDecompress() : createGunzip();
  message.once("error", (error) => decoder.destroy(error));
  return message.pipe(decoder);
}

function toResponse(
  { statusCode: status = 0, statusMessage: statusText = "", headers }: IncomingMessage,
  body: Readable,
) {
  // Read everything but a stream at once, because a reply that nobody reads keeps the process alive.
  const isStream = headers["content-type"]?.startsWith("text/event-stream") === true;
  const whole = isStream ? undefined : text(body);
  whole?.catch(() => undefined);
  const response = {
    status,
    statusText,
    ok: status >= 200 && status < 300,
    headers: { get: (name: string) => headers[name.toLowerCase()] ?? null },
    text: () => whole,
    json: async () => JSON.parse((await whole) ?? "") as unknown,
    clone: () => response,
    get body() {
      return Readable.toWeb(body);
    },
  };
  return response as unknown as Response;
}
