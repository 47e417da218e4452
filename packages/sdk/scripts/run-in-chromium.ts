import { buildSync } from "esbuild";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import type { RunningDemo } from "./start-demo.ts";

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// A script that signs in, reads and writes with the session cookie, signs out, and expects the next call to fail.
const visit = `import { AuthenticationError, Stint } from "@stint/sdk";
async function visit(place, account) {
  const stint = new Stint();
  const { user } = await stint.auth.signIn(account);
  const project = await stint.projects.create({ name: "From a " + place });
  const { code } = await stint.projects.update(project.id, { code: "WEB" }, { ifMatch: project });
  const found = [];
  for await (const { name } of stint.projects.list({ q: project.name })) found.push(name);
  const table = await (await stint.reports.summary({ format: "csv" })).text();
  await stint.auth.signOut();
  const refused = await stint.me.get().catch((error) => error instanceof AuthenticationError);
  return { user: user.email, code, found, header: table.split(",")[0], refused };
}`;

const scripts: Record<string, string> = {
  "/page.js": `${visit}
const account = await (await fetch("/account")).json();
const inPage = await visit("page", account).catch(String);
const worker = new Worker("/worker.js", { type: "module" });
const inWorker = await new Promise((resolve) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => resolve(message);
  worker.postMessage(account);
});
await fetch("/outcome", { method: "POST", body: JSON.stringify([inPage, inWorker]) });`,
  "/worker.js": `${visit}
onmessage = ({ data }) => visit("worker", data).catch(String).then(postMessage);`,
};

function bundle(contents: string, resolveDir: string): Uint8Array {
  const stdin = { contents, resolveDir };
  const { outputFiles } = buildSync({ stdin, bundle: true, format: "esm", platform: "browser", write: false });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/**
 * Runs the installed package in Chromium, on a page and in a worker, and returns both results. A local server serves
 * the page and proxies everything else to the demo, so the page and the demo have the same origin.
 */
export async function runInChromium(folder: string, { url, account }: RunningDemo): Promise<unknown> {
  const bundled = new Map(Object.entries(scripts).map(([path, text]) => [path, bundle(text, folder)]));
  const outcome = Promise.withResolvers<unknown>();
  const origin = createServer((asked, reply) => {
    const path = asked.url ?? "/";
    const script = bundled.get(path);
    if (path === "/outcome") {
      outcome.resolve(json(asked));
      reply.end();
    } else if (path === "/account") reply.end(JSON.stringify(account));
    else if (path === "/page")
      reply.setHeader("content-type", "text/html").end(`<script type="module" src="/page.js"></script>`);
    else if (script !== undefined) reply.setHeader("content-type", "text/javascript").end(script);
    else {
      const { method, headers } = asked;
      const passed = request(new URL(path, url), { method, headers }, (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      });
      asked.pipe(passed);
    }
  });
  await once(origin.listen(0, "127.0.0.1"), "listening");
  const { port } = origin.address() as AddressInfo;
  const profile = `--user-data-dir=${join(folder, "chromium")}`;
  const browser = spawn("chromium", [...flags, profile, `http://127.0.0.1:${port}/page`], { stdio: "ignore" });
  const ended = once(browser, "close");
  ended.then(() => outcome.reject(new Error("Chromium ended early")), outcome.reject);
  try {
    return await outcome.promise;
  } finally {
    browser.kill();
    await ended;
    origin.close();
    origin.closeAllConnections();
  }
}
