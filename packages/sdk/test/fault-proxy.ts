import http from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

/** What goes wrong with one request. */
export type Fault =
  /** The connection is reset before the server receives the request. */
  | "resetBefore"
  /** The connection is reset while the server handles the request. */
  | "resetDuring"
  /** The connection is reset after the server has replied. */
  | "resetAfter"
  /** Only the headers and half of the body of the reply arrive. */
  | "cutBody"
  /** A proxy replies 502 although the server completed the request. */
  | "badGateway"
  /** The server itself returns 503 and changes nothing. */
  | "unavailable"
  | "tooMany"
  | "tooManyAttempts"
  | "redirect"
  | "otherSite"
  /** No reply ever arrives. */
  | "hang";

export interface FaultProxy {
  baseUrl: string;
  /** The faults of the next requests, in order. After that, `choose` decides. */
  next: (Fault | undefined)[];
  /** Returns the fault of a request when `next` is empty; undefined passes the request on. */
  choose: () => Fault | undefined;
  /** The method and path of each request. */
  seen: string[];
  port: number;
}

/** Starts a proxy in front of the server at `proxy.port`. The proxy fails as networks, proxies and servers do. */
export async function startFaultProxy(t: TestContext, port: number): Promise<FaultProxy> {
  const proxy: FaultProxy = { baseUrl: "", next: [], choose: () => undefined, seen: [], port };
  const agent = new http.Agent({ keepAlive: true });
  const server = http.createServer((request, response) => {
    void pass(request, response).catch(() => request.socket.destroy());
  });
  const pass = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    proxy.seen.push(`${request.method} ${request.url}`);
    const fault = proxy.next.length > 0 ? proxy.next.shift() : proxy.choose();
    const body = await read(request);
    if (fault === "hang") return;
    if (fault === "resetBefore") return void request.socket.resetAndDestroy();
    const refusal = refusals[fault ?? ""];
    if (refusal !== undefined) {
      const [status, headers, text] = refusal;
      response.writeHead(status, headers).end(text);
      return;
    }
    const answering = forward(request, body, agent, proxy.port);
    if (fault === "resetDuring") request.socket.resetAndDestroy();
    const { status, headers, bytes } = await answering;
    if (fault === "resetAfter") request.socket.resetAndDestroy();
    if (request.socket.destroyed) return;
    if (fault === "badGateway")
      return void response.writeHead(502, { "content-type": "text/html" }).end("<h1>502</h1>");
    response.writeHead(status, headers);
    if (fault !== "cutBody" || bytes.length === 0) return void response.end(bytes);
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => request.socket.destroy());
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  proxy.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  t.after(() => {
    server.closeAllConnections();
    server.close();
    agent.destroy();
  });
  return proxy;
}

const problem = (status: number, code: string, headers: object): [number, http.OutgoingHttpHeaders, string] => [
  status,
  { "content-type": "application/problem+json", ...headers },
  JSON.stringify({ type: "about:blank", title: "", status, detail: "No.", code, requestId: "r" }),
];

const refusals: Record<string, [number, http.OutgoingHttpHeaders, string]> = {
  unavailable: problem(503, "unavailable", {}),
  tooMany: problem(429, "rate_limited", { "retry-after": "7" }),
  tooManyAttempts: problem(429, "too_many_attempts", { "retry-after": "900" }),
  redirect: [301, { location: "https://time.example.com/v1/me" }, ""],
  otherSite: [200, { "content-type": "text/html" }, "<h1>Welcome</h1>"],
};

async function read(stream: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

interface Answered {
  status: number;
  headers: http.IncomingHttpHeaders;
  bytes: Buffer;
}

function forward(request: http.IncomingMessage, body: Buffer, agent: http.Agent, port: number): Promise<Answered> {
  const { method, url, headers } = request;
  return new Promise((resolve, reject) => {
    const upstream = http.request({ host: "127.0.0.1", port, method, path: url, headers, agent }, (answer) => {
      const { statusCode: status = 0, headers: answered } = answer;
      read(answer).then((bytes) => resolve({ status, headers: answered, bytes }), reject);
    });
    upstream.on("error", reject);
    upstream.end(body);
  });
}
