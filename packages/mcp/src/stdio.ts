import { setTimeout } from "node:timers/promises";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { Stint } from "@stint/sdk";
import { createNameCache } from "./names/name-cache.ts";
import { clientHeader } from "./server/client-header.ts";
import { createServer } from "./server/create-server.ts";
import { createSigner, randomKey } from "./writing/signer.ts";

export interface StdioMeans {
  version: string;
  server: string;
  key: string;
  onFault(error: unknown): void;
}

/** Serves the tools over standard input and output, with the given server and key. Resolves when the input ends. */
export function serveTools({ version, server, key, onFault }: StdioMeans): Promise<void> {
  // Uses a new key: drafts and undo references need not outlive the process, because the conversation does not either.
  const signer = createSigner(randomKey());
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
    Promise.race([names.me().then(({ scopes }) => scopes), setTimeout(3_000, undefined, { ref: false })]);
  return new Promise((resolve) => {
    const transport = new StdioServerTransport();
    const handle = serveStdio(
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
    process.stdin.once("end", () => {
      ended.abort();
      void handle.close().finally(resolve);
    });
  });
}
