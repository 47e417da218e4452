import type { InjectOptions } from "fastify";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { Answer, RequestOptions } from "./answer.ts";

/** Sends a request to an app without a network connection. */
export async function send(
  app: HttpApp,
  method: string,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<Answer> {
  const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const request = {
    method: method as "GET",
    url: path,
    headers: {
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
      ...options.headers,
    },
    ...(payload === undefined ? {} : { payload }),
  };
  return isStream(method, path) ? readBeginning(app, request) : toAnswer(await app.inject(request));
}

const isStream = (method: string, path: string) => method === "GET" && /^\/v1\/events\/stream\b/.test(path);

/** Reads only the first chunk of an event stream, because the stream never ends. Reads an error reply completely. */
async function readBeginning(app: HttpApp, request: InjectOptions): Promise<Answer> {
  const response = await app.inject({ ...request, payloadAsStream: true });
  const pieces: Buffer[] = [];
  for await (const piece of response.stream()) {
    pieces.push(piece as Buffer);
    if (response.statusCode === 200) break;
  }
  // End the stream here: without a connection, the server cannot notice that the client has gone.
  response.raw.res.destroy();
  const bytes = Buffer.concat(pieces);
  return toAnswer({ ...response, body: bytes.toString(), rawPayload: bytes });
}

export function toAnswer(
  response: Pick<Awaited<ReturnType<HttpApp["inject"]>>, "statusCode" | "headers" | "body" | "rawPayload">,
): Answer {
  return {
    status: response.statusCode,
    headers: response.headers as Record<string, string | undefined>,
    text: response.body,
    bytes: response.rawPayload,
    get json() {
      return JSON.parse(response.body);
    },
  };
}
