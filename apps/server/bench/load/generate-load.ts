import { readFileSync } from "node:fs";
import { connect } from "node:net";
import type { GeneratorResult, GeneratorTask } from "./http-load.ts";

// The load generator that is used if wrk is not installed: `node generate-load.ts <task.json>`. Uses raw keep-alive
// sockets, with one request at a time on each.
const task = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as GeneratorTask;
const url = new URL(task.url);
const headers = Object.entries({ Host: url.host, ...task.headers })
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join("");
const requests = (task.bodies ?? [""]).map((body, at) =>
  Buffer.from(
    task.bodies === undefined
      ? `GET ${url.pathname}${url.search} HTTP/1.1\r\n${headers}\r\n`
      : `${task.method ?? "POST"} ${task.paths?.[at] ?? url.pathname} HTTP/1.1\r\n${headers}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  ),
);

const startedAt = performance.now();
const deadline = startedAt + task.seconds * 1000;
let next = 0;
let done = 0;

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

function open(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname);
    socket.setNoDelay(true);
    let head: Buffer = Buffer.alloc(0);
    // The number of body bytes still to be read; undefined while the headers are being read.
    let left: number | undefined;
    const send = () => {
      next = (next + 1) % requests.length;
      socket.write(requests[next] ?? "");
    };
    socket.on("connect", send);
    socket.on("error", (error) => fail(error.message));
    socket.on("close", resolve);
    socket.on("data", (chunk: Buffer) => {
      if (left === undefined) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const end = head.indexOf("\r\n\r\n");
        if (end === -1) return;
        const text = head.toString("latin1", 0, end);
        if (!/^HTTP\/1\.1 2\d\d /.test(text)) fail(text);
        left = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0) - (head.length - end - 4);
        head = Buffer.alloc(0);
      } else left -= chunk.length;
      if (left > 0) return;
      left = undefined;
      done++;
      if (performance.now() < deadline) send();
      else socket.destroy();
    });
  });
}

await Promise.all(Array.from({ length: task.connections }, open));
const result: GeneratorResult = { requests: done, seconds: (performance.now() - startedAt) / 1000 };
process.stdout.write(JSON.stringify(result));
