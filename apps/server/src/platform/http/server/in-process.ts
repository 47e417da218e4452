import { AsyncLocalStorage } from "node:async_hooks";
import type { OutgoingHttpHeaders } from "node:http";
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

/**
 * Returns a `fetch` for our own routes that needs no connection. Hooks, validation and replies are the same as for any
 * request.
 */
export function fetchInProcess(
  app: Pick<FastifyInstance, "inject">,
  { address, headers }: Sender,
): (url: string, init: RequestInit) => Promise<Response> {
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
          ...Object.fromEntries(new Headers(init.headers)),
          ...(traceparent === undefined ? {} : { traceparent }),
          ...headers,
        },
        ...(typeof init.body === "string" ? { payload: init.body } : {}),
        ...(init.signal ? { signal: init.signal } : {}),
      }),
    );
    const { statusCode: status } = reply;
    const hasBody = status !== 204 && status !== 304;
    return new Response(hasBody ? (reply.rawPayload as Uint8Array<ArrayBuffer>) : null, {
      status,
      headers: headersOf(reply.headers),
    });
  };
}

function headersOf(sent: OutgoingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent))
    for (const each of [value ?? []].flat()) headers.append(name, `${each}`);
  return headers;
}
