import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { Stint } from "@stint/sdk";
import { createNameCache } from "./names/name-cache.ts";
import { createServer } from "./server/create-server.ts";
import { clientHeader, type ServerMeans } from "./server/server-means.ts";
import { createSigner } from "./writing/signer.ts";

type StdioMeans = Pick<ServerMeans, "version" | "onFault"> & { server: string; key: string };

/** How long a server has to reply to the requests that were read before the input ended. */
const graceMs = 5_000;

/** Closes after its last reply. The library's transport drops the replies that are due when the input ends. */
class AnsweringTransport extends StdioServerTransport {
  readonly #due = new Set<unknown>();
  giveUp = (): void => undefined;

  override start(): Promise<void> {
    const receive = this.onmessage;
    this.onmessage = (message) => {
      const { id, method, params } = message as { id?: unknown; method?: string; params?: { requestId?: unknown } };
      if (method === "notifications/cancelled") this.#due.delete(params?.requestId);
      else if (method !== undefined && id !== undefined) this.#due.add(id);
      receive?.(message);
    };
    return super.start();
  }

  override async send(message: Parameters<StdioServerTransport["send"]>[0]): Promise<void> {
    await super.send(message);
    if (!("method" in message)) this.#due.delete(message.id);
  }

  override async close(): Promise<void> {
    const late = setTimeout(this.giveUp, graceMs);
    // A question to the person is not answered any more, and neither is the call that waits for it.
    const lastMs = performance.now() + 2 * graceMs;
    while (this.#due.size > 0 && performance.now() < lastMs) await pause(20);
    clearTimeout(late);
    this.giveUp();
    await super.close();
  }
}

/** Serves the tools over standard input and output, with the given server and key. Resolves when the input ends. */
export function serveTools({ version, server, key, onFault }: StdioMeans): Promise<void> {
  // Uses a new key: drafts and undo references need not outlive the process, because the conversation does not either.
  const signer = createSigner(randomBytes(32));
  // Without the client, nobody waits for a reply, and a request to a silent server would keep the process alive.
  const ended = new AbortController();
  const stintOf = (client: { name: string; version: string } | undefined) =>
    new Stint({
      baseUrl: server,
      apiKey: key,
      timeoutMs: 30_000,
      headers: { "stint-client": clientHeader(client) },
      fetch: (url, init) =>
        fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, ended.signal]) : ended.signal }),
    });
  const names = createNameCache(() => stintOf({ name: "stint-mcp", version }));
  // Programs list the tools once, when they start, and must not be without tools because the server replies late.
  const scopesSoon = () =>
    Promise.race([names.me().then(({ scopes }) => scopes), pause(3_000, undefined, { ref: false })]);
  return new Promise((resolve) => {
    const transport = new AnsweringTransport();
    transport.giveUp = () => ended.abort();
    serveStdio(
      () =>
        createServer({
          version,
          signer,
          names,
          scopes: () => scopesSoon().catch(() => undefined),
          stintOf,
          now: () => new Date(),
          lasts: true,
          onFault,
        }),
      { transport, onerror: onFault },
    );
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
}
