import { once } from "node:events";
import http2 from "node:http2";
import https from "node:https";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { TcpNetConnectOpts } from "node:net";
import { Readable } from "node:stream";
import tls from "node:tls";
import { host } from "./certificate.ts";

export type Protocol = "h2" | "http/1.1";

interface OpenReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Readable;
}

export interface Reply extends Omit<OpenReply, "body"> {
  body: Buffer;
}

interface Options {
  /** A stream is sent unchanged; everything else is sent as JSON. */
  body?: unknown;
  /** A header with the value undefined is not sent. */
  headers?: Record<string, string | undefined>;
}

/** A client outside the proxy. It stores cookies and sends Origin as a page of the service does. */
export interface Visitor {
  cookies: Map<string, string>;
  /** The Set-Cookie headers of all replies. */
  setCookies: string[];
  send(method: string, path: string, options?: Options): Promise<Reply>;
  /** Sends a request, and resolves before the reply's body has arrived. */
  open(method: string, path: string, options?: Options): Promise<OpenReply>;
  close(): void;
}

export interface Outside {
  port: number;
  /** The certificate to trust. */
  cert: string;
  /** The client's address. By default, TRUST_PROXY does not include it. */
  address?: string;
  protocol?: Protocol;
}

interface Request {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Readable | undefined;
}

interface Transport {
  request(request: Request): Promise<OpenReply>;
  close(): void;
}

export async function openVisitor({ port, cert, address = "127.0.0.2", protocol = "h2" }: Outside): Promise<Visitor> {
  const connection = { host: "127.0.0.1", port, localAddress: address, servername: host, ca: cert };
  const transport = protocol === "h2" ? await overHttp2(connection) : overHttp1(connection);
  const cookies = new Map<string, string>();
  const setCookies: string[] = [];

  function store(lines: string[]): void {
    for (const line of lines) {
      const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0\b/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
      setCookies.push(line);
    }
  }

  async function open(method: string, path: string, { body, headers = {} }: Options = {}): Promise<OpenReply> {
    const all = {
      "sec-fetch-site": "same-origin",
      origin: `https://${host}:${port}`,
      cookie: cookies.size === 0 ? undefined : [...cookies].map((pair) => pair.join("=")).join("; "),
      "content-type": body === undefined ? undefined : "application/json",
      ...headers,
    };
    const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const stream = body === undefined || body instanceof Readable ? body : Readable.from([JSON.stringify(body)]);
    const reply = await transport.request({ method, path, headers: Object.fromEntries(given), body: stream });
    store(reply.headers["set-cookie"] ?? []);
    return reply;
  }

  return {
    cookies,
    setCookies,
    open,
    async send(method, path, options) {
      const reply = await open(method, path, options);
      return { ...reply, body: Buffer.concat(await reply.body.toArray()) };
    },
    close: transport.close,
  };
}

async function overHttp2(connection: TcpNetConnectOpts & tls.ConnectionOptions): Promise<Transport> {
  const socket = tls.connect({ ...connection, ALPNProtocols: ["h2"] } as tls.ConnectionOptions);
  await once(socket, "secureConnect");
  if (socket.alpnProtocol !== "h2") throw new Error("The proxy does not speak HTTP/2.");
  const session = http2.connect(`https://${host}:${connection.port}`, { createConnection: () => socket });
  session.on("error", () => undefined);
  return {
    async request({ method, path, headers, body }) {
      const pseudo = { ":method": method, ":path": path };
      const stream = session.request({ ...pseudo, ...headers }, { endStream: body === undefined });
      body?.pipe(stream);
      const [answered] = (await once(stream, "response")) as [http2.IncomingHttpHeaders];
      // A proxy that replies before it has read the whole request may reset the stream.
      stream.on("error", () => undefined);
      return { status: Number(answered[":status"]), headers: answered as IncomingHttpHeaders, body: stream };
    },
    close: () => session.destroy(),
  };
}

function overHttp1(connection: TcpNetConnectOpts & tls.ConnectionOptions): Transport {
  const agent = new https.Agent({ keepAlive: true });
  return {
    async request({ method, path, headers, body }) {
      const named = { host: `${host}:${connection.port}`, ...headers };
      const request = https.request({ ...connection, agent, method, path, headers: named });
      if (body === undefined) request.end();
      else body.pipe(request);
      const [response] = (await once(request, "response")) as [IncomingMessage];
      request.on("error", () => undefined);
      return { status: response.statusCode ?? 0, headers: response.headers, body: response };
    },
    close: () => agent.destroy(),
  };
}
