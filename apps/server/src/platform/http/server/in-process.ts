import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance } from "fastify";
import { currentTraceparent } from "#platform/requester.ts";

const sending = new AsyncLocalStorage<true>();

/** Whether the current request comes from `fetchInProcess`. A header could not prove that: anyone can send one. */
export function isSentInProcess(): boolean {
  return sending.getStore() === true;
}

interface Sender {
  /** The client's address, for the audit log. */
  address: string;
  headers: Record<string, string>;
}

/** What callers read of a reply. A whole `Response` takes as long as parsing its body. */
export type InnerReply = Pick<Response, "status" | "ok" | "type" | "headers" | "text">;

/**
 * Returns a `fetch` for our own routes that needs no connection. Hooks, validation and replies are the same as for any
 * request. Takes headers as the SDK sends them: as an object, with names in lower case.
 */
export function fetchInProcess(
  app: Pick<FastifyInstance, "inject">,
  { address, headers }: Sender,
): (url: string, init: RequestInit) => Promise<InnerReply> {
  return async (url, init) => {
    const { pathname, search } = new URL(url);
    const traceparent = currentTraceparent();
    // `inject` only starts the request when it is awaited, so the await must be inside `run`.
    const reply = await sending.run(true, async () =>
      app.inject({
        method: (init.method ?? "GET") as "GET",
        url: pathname + search,
        remoteAddress: address,
        headers: {
          ...(init.headers as Record<string, string>),
          ...(traceparent === undefined ? {} : { traceparent }),
          ...headers,
        },
        ...(typeof init.body === "string" ? { payload: init.body } : {}),
        ...(init.signal ? { signal: init.signal } : {}),
      }),
    );
    const { statusCode: status } = reply;
    return {
      status,
      ok: status >= 200 && status < 300,
      type: "default",
      headers: new Headers(reply.headers as Record<string, string>),
      text: async () => reply.payload,
    };
  };
}
