import { existsSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchRun, type Line, makeTempDir, skipped, startChild } from "../measure/bench-run.ts";
import { articles, startBlog } from "./blog-benchmark.ts";
import { compare, figure } from "../measure/compare.ts";
import { httpLoad } from "../load/http-load.ts";

const connections = 8;
const targets = { list: 100, detail: 40 };

/** Compares the blog with Django REST Framework serving the same articles under gunicorn with two workers. */
export async function benchmarkDrf(run: BenchRun): Promise<Line[]> {
  const script = join(run.drfPeer, "peer.sh");
  const kinds = ["list", "detail"] as const;
  const unmeasured = (note: string) => kinds.map((kind) => skipped(`blog ${kind}, DRF`, `≥ ${targets[kind]}`, note));
  if (!existsSync(script)) return unmeasured(`there is no ${script}; say where the peer is with --drf`);
  if (!["gunicorn", "python3"].every((name) => existsSync(`/usr/bin/${name}`)))
    return unmeasured("apt-get install -y python3-django python3-djangorestframework gunicorn");

  const blog = await startBlog(run);
  const peer = await startPeer(run, script);
  const lines: Line[] = [];
  for (const kind of kinds) {
    const path = kind === "list" ? blog.listUrl : blog.detailUrl;
    const [ours, theirs] = await Promise.all(
      [blog.url, peer].map(async (base) =>
        (await fetch(base + path, { headers: { accept: "application/json" } })).text(),
      ),
    );
    if (ours !== theirs)
      run.say(`  DRF's bytes of the ${kind} are not ours: ${ours?.length} against ${theirs?.length}`);
    run.say(`blog ${kind} against DRF, ${connections} connections`);
    const { product, against, ratio, note } = await compare(
      run,
      () => httpLoad(run, blog.tempDir, { url: blog.url + path, connections }),
      () => httpLoad(run, blog.tempDir, { url: peer + path, connections }, Math.max(run.seconds, 3)),
    );
    lines.push({
      name: `blog ${kind}, DRF`,
      product: figure(product),
      against: `DRF, 2 workers ${figure(against)}`,
      ratio: `${ratio.toFixed(0)} ×`,
      target: `≥ ${targets[kind]} ×`,
      outcome: ratio >= targets[kind] ? "ok" : "MISSED",
      note,
    });
  }
  return lines;
}

async function startPeer(run: BenchRun, script: string): Promise<string> {
  const port = await freePort();
  const child = startChild(run, "bash", [script, articles], {
    env: { ...process.env, PORT: String(port), WORKERS: "2", PEER_DATA: await makeTempDir(run) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let words = "";
  child.stderr?.on("data", (chunk: Buffer) => (words += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`the DRF peer ended: ${words.slice(-1000)}`);
    const isUp = await fetch(`${url}/api/blogs/`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return url;
    await sleep(100);
  }
  throw new Error(`the DRF peer does not reply: ${words.slice(-1000)}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
