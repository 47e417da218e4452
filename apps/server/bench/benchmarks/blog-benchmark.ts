import { get } from "node:http";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CapturedReplies } from "../rivals/bare-blog-server.ts";
import { type BenchRun, type Line, makeTempDir, runProgram } from "../measure/bench-run.ts";
import { compare, figure } from "../measure/compare.ts";
import { httpLoad } from "../load/http-load.ts";
import {
  command,
  openBenchDatabase,
  type RunningService,
  serviceEnv,
  startHelper,
  startService,
} from "../measure/service.ts";

export const articles = fileURLToPath(new URL("../../test/fixtures/blog/articles.json", import.meta.url));
const connections = 32;
const targets = { list: 0.85, detail: 0.75, listCpu: 1.3 };

export interface BlogService extends RunningService {
  tempDir: string;
  listUrl: string;
  detailUrl: string;
}

/** Imports 200 articles with the product's own importer, then starts the service. */
export async function startBlog(run: BenchRun): Promise<BlogService> {
  const tempDir = await makeTempDir(run);
  const { dataDir } = await openBenchDatabase(run, tempDir);
  const imported = await runProgram(
    run,
    process.execPath,
    command(["blog", "import", articles]),
    serviceEnv({ DATA_DIR: dataDir }),
  );
  run.say(`  ${imported.trim()}`);
  const service = await startService(run, tempDir, dataDir);
  const list = (await (await fetch(`${service.url}/api/blogs/`)).json()) as { slug: string }[];
  const slug = list[Math.floor(list.length / 2)]?.slug ?? "";
  return { ...service, tempDir, listUrl: "/api/blogs/", detailUrl: `/api/blogs/${encodeURIComponent(slug)}` };
}

/** Compares the blog's list and detail endpoints with a bare node:http server that writes the same bytes. */
export async function benchmarkBlog(run: BenchRun): Promise<Line[]> {
  const blog = await startBlog(run);
  const file = join(blog.tempDir, "replies.json");
  const replies: CapturedReplies = {};
  for (const path of [blog.listUrl, blog.detailUrl]) replies[path] = await capture(blog.url + path);
  await writeFile(file, JSON.stringify(replies));
  const bare = await startHelper(run, "rivals/bare-blog-server.ts", [file]);

  const lines: Line[] = [];
  for (const [kind, path] of [
    ["list", blog.listUrl],
    ["detail", blog.detailUrl],
  ] as const) {
    const same = await capture(bare.url + path);
    if (JSON.stringify(same) !== JSON.stringify(replies[path]))
      throw new Error(`the bare server's reply to ${path} differs`);
    run.say(`blog ${kind}, ${Buffer.from(same.body, "base64").length} bytes, ${connections} connections`);
    const { product, against, ratio, note, cpu } = await compare(
      run,
      () => httpLoad(run, blog.tempDir, { url: blog.url + path, connections, pid: blog.pid }),
      () => httpLoad(run, blog.tempDir, { url: bare.url + path, connections, pid: bare.pid }),
    );
    const shown = { product: figure(product), against: `bare node:http ${figure(against)}` };
    lines.push({
      name: `blog ${kind}`,
      ...shown,
      ratio: ratio.toFixed(2),
      target: `≥ ${targets[kind]}`,
      outcome: ratio >= targets[kind] ? "ok" : "MISSED",
      note,
    });
    if (kind === "list" && cpu !== undefined) {
      lines.push({
        name: "blog list, CPU per request",
        ...shown,
        ratio: cpu.ratio.toFixed(2),
        target: `≤ ${targets.listCpu}`,
        outcome: cpu.ratio <= targets.listCpu ? "ok" : "MISSED",
        note: cpu.note,
      });
    }
  }
  return lines;
}

// Headers to leave out of the captured replies, because Node adds them itself and the date changes every second.
const ownHeaders = new Set(["date", "connection", "keep-alive"]);

function capture(url: string): Promise<CapturedReplies[string]> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const raw = response.rawHeaders;
        const headers = raw.filter((_, at) => !ownHeaders.has((raw[at - (at % 2)] ?? "").toLowerCase()));
        resolve({ headers, body: Buffer.concat(chunks).toString("base64") });
      });
      response.on("error", reject);
    }).on("error", reject);
  });
}
