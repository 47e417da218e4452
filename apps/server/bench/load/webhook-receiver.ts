import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The requests since the last GET of the arrivals, by path. */
export interface Arrivals {
  [path: string]: { count: number; firstMs: number; lastMs: number; delaysMs: number[] };
}

// `node webhook-receiver.ts` accepts every POST, except that it never replies to /dead. GET returns and clears the
// arrivals. GET /count returns their number.
let arrivals: Arrivals = {};
const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const { method, url: path = "/" } = request;
  if (path === "/count") {
    response.end(String(Object.values(arrivals).reduce((sum, { count }) => sum + count, 0)));
    return;
  }
  if (method === "GET") {
    response.end(JSON.stringify(arrivals));
    arrivals = {};
    return;
  }
  const nowMs = Date.now();
  let text = "";
  request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  request.on("end", () => {
    const [, at = ""] = /"timestamp":"([^"]+)"/.exec(text) ?? [];
    const seen = (arrivals[path] ??= { count: 0, firstMs: nowMs, lastMs: nowMs, delaysMs: [] });
    seen.count++;
    seen.lastMs = nowMs;
    seen.delaysMs.push(nowMs - Date.parse(at));
    if (path !== "/dead") response.end("ok");
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
