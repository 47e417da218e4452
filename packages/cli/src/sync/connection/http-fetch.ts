// Sends requests with node:http, because loading the platform's `fetch` and its `Headers` takes 50 ms, a third of a sync.
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";

/** All that the terminal sends is text, with headers in a plain object. */
type Sent = { method?: string; headers?: Record<string, string>; body?: string; signal?: AbortSignal };

/**
 * Does what the terminal needs of `fetch`: follows no redirects, and returns what the client library and the commands
 * read of a response. Gives up if there is no connection after `connectMs`, or no reply after five minutes.
 */
export async function httpFetch(url: string, init: RequestInit = {}, connectMs = 10_000): Promise<Response> {
  const { body, headers, method, signal } = init as Sent;
  const isSecure = url.startsWith("https:");
  const { request } = await (isSecure ? import("node:https") : import("node:http"));
  signal?.throwIfAborted();
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const usual = { accept: "*/*", "accept-encoding": "br, gzip", "user-agent": "node", ...length };
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { method, headers: { ...usual, ...headers }, ...(signal && { signal }) };
    const outgoing = request(url, options);
    const end = (reason: string) => () => outgoing.destroy(new Error(reason));
    const late = setTimeout(end(`no connection within ${connectMs / 1000} seconds`), connectMs);
    const stopWaiting = () => clearTimeout(late);
    outgoing.once("socket", (socket) => {
      if (socket.connecting) socket.once(isSecure ? "secureConnect" : "connect", stopWaiting);
      else stopWaiting();
    });
    outgoing.setTimeout(300_000, end("it does not reply")).once("close", stopWaiting);
    outgoing.once("response", resolve).on("error", reject).end(body);
  });
  return toResponse(message, await decoded(message));
}

async function decoded(message: IncomingMessage): Promise<Readable> {
  const { "content-encoding": encoding } = message.headers;
  if (encoding !== "gzip" && encoding !== "br") return message;
  const { createBrotliDecompress, createGunzip } = await import("node:zlib");
  const decoder = encoding === "br" ? createBrotliDecompress() : createGunzip();
  return message.once("error", (error) => decoder.destroy(error)).pipe(decoder);
}

function toResponse({ statusCode: status = 0, statusMessage: statusText, headers }: IncomingMessage, body: Readable) {
  // Read everything but a stream at once, because a reply that nobody reads keeps the process alive.
  const whole = headers["content-type"]?.startsWith("text/event-stream") === true ? undefined : text(body);
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
