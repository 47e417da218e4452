// Tests servers that are older than the command, and web sites that are not Stint: each causes one clear message, and
// the queue is kept.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { type Home, loggedIn, newHome, serve, type Served } from "#test/support/world.ts";

interface Older {
  /** Operations that the server lacks, in OpenAPI's notation. */
  lacks?: string[];
  /** Body fields that the server does not know. */
  refuses?: string[];
}

const problem = (status: number, code: string, detail: string, errors?: object[]) =>
  [status, JSON.stringify({ type: "about:blank", title: "x", status, code, detail, errors })] as const;

/**
 * Simulates an older server: the real server behind a proxy that refuses some operations and fields, and removes the
 * operations from the OpenAPI document.
 */
async function serveOlder(t: TestContext, { url }: Served, { lacks = [], refuses = [] }: Older): Promise<string> {
  const matches = (method: string, path: string) =>
    lacks.some((each) => new RegExp(`^${each.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(`${method} ${path}`));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url: path = "/", headers } = request;
    const [pathname = ""] = path.split("?");
    const body = await buffer(request);
    const field = refuses.find((name) => body.includes(`"${name}":`));
    const refusal = matches(method, pathname)
      ? problem(404, "not_found", `Nothing is here.`)
      : field === undefined
        ? undefined
        : problem(422, "validation_failed", `/${field} is not a field.`, [
            { pointer: `/${field}`, code: "unknown_field" },
          ]);
    if (refusal !== undefined) {
      response.writeHead(refusal[0], { "content-type": "application/problem+json" }).end(refusal[1]);
      return;
    }
    const { authorization, "content-type": type, "idempotency-key": key, "if-match": match } = headers;
    const sent = { authorization, "content-type": type, "idempotency-key": key, "if-match": match };
    const reply = await fetch(url + path, {
      method,
      headers: Object.entries(sent).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
      ...(body.length === 0 ? {} : { body }),
    });
    let text = await reply.text();
    if (path === "/openapi.json") {
      const document = JSON.parse(text);
      document.info.version = "0.0.9";
      for (const each of lacks) {
        const [verb = "", template = ""] = each.split(" ");
        delete document.paths[template][verb.toLowerCase()];
      }
      text = JSON.stringify(document);
    }
    const kept = ["content-type", "etag", "date"].map((name) => [name, reply.headers.get(name) ?? ""] as const);
    response.writeHead(reply.status, Object.fromEntries(kept.filter(([, value]) => value !== ""))).end(text);
  }
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function moveTo(home: Home, server: string): Promise<void> {
  const path = join(home.path, ".config/stint/default.json");
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, "utf8")), server }));
}

const descriptions = async ({ owner }: Served) =>
  (await owner.get("/v1/time-entries")).json.data.map(({ description }: { description: string }) => description);

const cases: Record<string, { older: Older; args: string[]; says: RegExp }> = {
  "the account": { older: { lacks: ["GET /v1/me"] }, args: ["sync"], says: /it has no GET \/v1\/me\. 1 write is kept/ },
  "creating entries": {
    older: { lacks: ["POST /v1/time-entries"] },
    args: ["sync"],
    says: /it has no POST \/v1\/time-entries\. 1 write is kept/,
  },
  "a field of entries": {
    older: { refuses: ["source"] },
    args: ["sync"],
    says: /it has no \/source in POST \/v1\/time-entries\. 1 write is kept/,
  },
};

for (const [what, { older, args, says }] of Object.entries(cases))
  test(`a server that is too old for ${what}: the queue is kept and sent after an update`, async (t) => {
    const served = await serve();
    const { home } = await loggedIn(served);
    await home.ok(["log", "yesterday 9-10 @web kept"]);
    await moveTo(home, await serveOlder(t, served, older));
    for (let run = 0; run < 2; run++) {
      const ran = await home.run(args);
      assert.deepEqual([ran.code, ran.stdout], [4, ""], ran.stderr);
      assert.match(ran.stderr, /runs Stint 0\.0\.9, which is older than this program/);
      assert.match(ran.stderr, says);
      assert.match(ran.stderr, /\nUpdate the server, or use the stint of its version\.\n$/);
    }
    assert.equal((await home.json(["status", "--json"])).queued, 1);
    assert.deepEqual(await home.json(["conflicts", "--json"]), []);
    await moveTo(home, served.url);
    await home.ok(["sync"]);
    assert.deepEqual(await descriptions(served), ["kept"]);
  });

test("a deletion is not done because the server doesn't know it, and reads that are missing keep the copy", async (t) => {
  const served = await serve();
  const { home } = await loggedIn(served);
  await home.ok(["log", "yesterday 9-10 @web stays"]);
  await home.ok(["sync"]);
  await home.ok(["delete", "last", "--yes"]);
  await moveTo(home, await serveOlder(t, served, { lacks: ["DELETE /v1/time-entries/{id}"] }));
  const ran = await home.run(["sync"]);
  assert.match(ran.stderr, /it has no DELETE \/v1\/time-entries\/\S+\. 1 write is kept/);
  assert.deepEqual(await descriptions(served), ["stays"]);
  await moveTo(home, await serveOlder(t, served, { lacks: ["GET /v1/projects/changes"] }));
  const read = await home.run(["sync"]);
  assert.match(read.stderr, /it has no GET \/v1\/projects\/changes\.\nUpdate/);
  assert.equal((await home.json(["projects", "--json"])).length, 1);
  assert.deepEqual(await descriptions(served), []);
});

test("a server without the task General on request gets it created, or refuses only that write", async (t) => {
  const served = await serve();
  const { owner } = served;
  for (const name of ["First", "Second"]) await owner.post("/v1/projects", { name });
  const { home } = await loggedIn(served);
  const older = await serveOlder(t, served, { lacks: ["POST /v1/projects/{id}/general-task"] });
  await moveTo(home, older);
  await home.ok(["log", "2026-03-02 9-10 @first one, 1h two"]);
  await home.ok(["sync"]);
  assert.deepEqual((await descriptions(served)).toSorted(), ["one", "two"]);

  const member = await served.world.newMember(owner, "member");
  const other = await newHome();
  await other.ok(["login", "--server", older], { input: member.apiKey });
  await other.ok(["log", "2026-03-03 9-10 @second refused"]);
  await other.ok(["log", "2026-03-04 9-10 @website sent"]);
  assert.match((await other.run(["sync"])).stderr, /1 write could not be made/);
  assert.match(await other.ok(["conflicts"]), /refused/);
  assert.deepEqual((await descriptions(served)).toSorted(), ["one", "sent", "two"]);
});

test("commands that need the server say the same, and a missing object is none of this", async (t) => {
  const served = await serve();
  const { home } = await loggedIn(served);
  await moveTo(home, await serveOlder(t, served, { lacks: ["GET /v1/timesheets"] }));
  const ran = await home.run(["approve", "--yes"]);
  assert.equal(ran.code, 4);
  assert.match(ran.stderr, /it has no GET \/v1\/timesheets\.\n/);
  await home.ok(["start", "@web text", "--at", "-5m"]);
  await home.ok(["sync"]);
  assert.equal((await served.owner.delete("/v1/timer")).status, 204);
  await home.ok(["stop"]);
  assert.match((await home.run(["sync"])).stderr, /1 write could not be made/);
  assert.match(await home.ok(["conflicts"]), /The timer was discarded elsewhere/);
});

test("a web site that is no Stint, and an address that leads elsewhere", async (t) => {
  const served = await serve();
  const { home } = await loggedIn(served);
  await home.ok(["log", "yesterday 9-10 @web kept"]);
  const site = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>");
  });
  const redirect = createServer((request, response) => {
    response.writeHead(301, { location: `${served.url}${request.url ?? ""}` }).end();
  });
  const urls: string[] = [];
  for (const each of [site, redirect]) {
    await new Promise<void>((resolve) => each.listen(0, "127.0.0.1", resolve));
    t.after(() => each.close());
    urls.push(`http://127.0.0.1:${(each.address() as AddressInfo).port}`);
  }
  const says = [
    /is not from Stint\. 1 write is kept and will be sent later\.\nCheck the address\.\n$/,
    new RegExp(
      `redirects to ${served.url}\\. 1 write is kept and will be sent later\\.\nLog in there: stint login --server ${served.url}\n$`,
    ),
  ];
  for (const [at, url] of urls.entries()) {
    await moveTo(home, url);
    const ran = await home.run(["sync"]);
    assert.equal(ran.code, 4);
    assert.match(ran.stderr, says[at] ?? /never/);
    const login = await (await newHome()).run(["login", "--server", url], { input: served.owner.apiKey });
    assert.equal(login.code, 4, login.stderr);
    assert.match(login.stderr, /is not from Stint|redirects to/);
  }
  assert.deepEqual(await descriptions(served), []);
});
