import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createOrganization } from "#commands/accounts/create-organization.ts";
import { createKey } from "#commands/accounts/create-key.ts";
import { listKeys } from "#commands/accounts/list-keys.ts";
import { revokeKey } from "#commands/accounts/revoke-key.ts";
import { sql } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { type Listening, listenTo } from "#test/http/event-listener.ts";
import { waitFor } from "#test/databases/hold.ts";
import { createDatabase, type TestDatabase } from "#test/databases/test-database.ts";

const main = fileURLToPath(new URL("../../src/commands/main.ts", import.meta.url));

function environment({ connection }: TestDatabase): NodeJS.ProcessEnv {
  const { user = "", password = "", host = "", port = 5432, database = "" } = connection;
  const url = new URL(`postgres://localhost/${database}`);
  url.username = user;
  url.password = String(password);
  if (host.startsWith("/")) url.searchParams.set("host", host);
  else url.hostname = host;
  url.port = String(port);
  return {
    PATH: process.env["PATH"],
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    DATABASE_URL: url.href,
    DATABASE_POOL_SIZE: "4",
    DASHBOARD: "off",
    PORT: "0",
    LOG_LEVEL: "silent",
    DRAIN_SECONDS: "0",
    RATE_LIMIT_PER_MINUTE: "1000000",
  };
}

interface Node {
  url: string;
  stop(): Promise<void>;
}

const processes: ChildProcess[] = [];
const stopAll = () => Promise.all(processes.map(stop));
after(stopAll);

/** Starts a node in a separate process. Resolves once the node is ready. */
async function startNode(database: TestDatabase): Promise<Node> {
  const node = spawn(process.execPath, [main, "serve"], { env: environment(database) });
  processes.push(node);
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    node.stderr.on("data", (chunk) => {
      said += String(chunk);
      const [, ready] = /is ready on (\S+)/.exec(said) ?? [];
      if (ready !== undefined) resolve(ready);
    });
    node.once("exit", () => reject(new Error(`the node did not start: ${said}`)));
  });
  return { url, stop: () => stop(node) };
}

async function stop(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) return;
  node.kill("SIGTERM");
  await once(node, "exit");
}

let service: ReturnType<typeof startTwo> | undefined;

/** Returns a service with two nodes. All tests share them, because starting a node takes a second of CPU time. */
const twoNodes = () => (service ??= startTwo());

async function startTwo() {
  const database = await createDatabase();
  const [one, other] = await Promise.all([startNode(database), startNode(database)]);
  return { database, one: one.url, other: other.url, leaving: other };
}

const status = async (node: string, apiKey: string, path = "/v1/organization") =>
  (await fetch(`${node}${path}`, { headers: { authorization: `Bearer ${apiKey}` } })).status;

/** Polls the node until it replies with this status. Returns how many milliseconds that took. */
async function msUntil(node: string, apiKey: string, wanted: number, path?: string): Promise<number> {
  const from = performance.now();
  await waitFor(async () => (await status(node, apiKey, path)) === wanted);
  return performance.now() - from;
}

test("a key revoked at one node is refused by another at once, and so is a removed role or member", async (t) => {
  const { database, one, other } = await twoNodes();
  const { db } = database;
  const ownerEmail = `${newId("user")}@example.com`;
  const { organizationId: org, userId, apiKey: owner } = await createOrganization(db, { name: "Test", ownerEmail });
  const newKey = () => createKey(db, { org, email: ownerEmail, scopes: "full" });
  const waits: Record<string, number[]> = { key: [], role: [], member: [], stream: [] };

  for (let round = 0; round < 5; round++) {
    const { keyId, apiKey } = await newKey();
    // Send the request twice, because the second reply comes from the node's cache.
    for (const _time of [1, 2]) assert.equal(await status(other, apiKey), 200);
    const headers = { authorization: `Bearer ${owner}` };
    const stream = await listenTo(t, `${other}/v1/events/stream`, apiKey);
    const revoked = await fetch(`${one}/v1/api-keys/${keyId}`, { method: "DELETE", headers });
    assert.equal(revoked.status, 204);
    const from = performance.now();
    await stream.until(({ hasEnded }) => hasEnded());
    waits["stream"]?.push(performance.now() - from);
    waits["key"]?.push(await msUntil(other, apiKey, 401));

    const change = (role: string, deactivated: boolean) =>
      db.query(sql`update members set role = ${role}, deactivated_at = case when ${deactivated} then now() end
                    where org_id = ${org} and user_id = ${userId}`);
    for (const _time of [1, 2]) assert.equal(await status(other, owner, "/v1/audit-events"), 200);
    await change("member", false);
    waits["role"]?.push(await msUntil(other, owner, 403, "/v1/audit-events"));
    await change("owner", true);
    waits["member"]?.push(await msUntil(other, owner, 401));
    await change("owner", false);
    await msUntil(one, owner, 200);
    await msUntil(other, owner, 200);
  }

  for (const [what, list] of Object.entries(waits)) {
    t.diagnostic(`${what}: ${list.map((ms) => ms.toFixed(1)).join(", ")} ms`);
  }
});

test("a stream gets commits from another node, and is resumed at a third after a restart without a gap", async (t) => {
  const { database, one, leaving } = await twoNodes();
  const ownerEmail = `${newId("user")}@example.com`;
  const { apiKey } = await createOrganization(database.db, { name: "Test", ownerEmail });
  const create = async (name: string) => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const made = await fetch(`${one}/v1/clients`, { method: "POST", headers, body: JSON.stringify({ name }) });
    assert.equal(made.status, 201);
  };
  const names = ({ events }: Listening) => events.map(({ data }) => data.data.object.name);
  const first = await listenTo(t, `${leaving.url}/v1/events/stream?types=client.created`, apiKey);
  await create("a");
  await first.until(({ events }) => events.length === 1);
  await leaving.stop();
  await first.until(({ hasEnded }) => hasEnded());
  await create("b");
  const next = await startNode(database);
  const headers = { "last-event-id": first.lastId() };
  const second = await listenTo(t, `${next.url}/v1/events/stream?types=client.created`, apiKey, headers);
  await create("c");
  await second.until(({ events }) => events.length === 2);
  assert.deepEqual([names(first), names(second)], [["a"], ["b", "c"]]);
});

test("the command line lists and revokes keys while a server is running", async (t) => {
  const { database, one: node } = await twoNodes();
  t.after(stopAll);
  const ownerEmail = `${newId("user")}@example.com`;
  const { organizationId: org } = await createOrganization(database.db, { name: "Test", ownerEmail });
  const { keyId, apiKey } = await createKey(database.db, { org, email: ownerEmail, scopes: "read-only" });
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [main, "key", ...args], { env: environment(database) });
    const output = { out: "", err: "" };
    child.stdout.on("data", (chunk) => (output.out += String(chunk)));
    child.stderr.on("data", (chunk) => (output.err += String(chunk)));
    const [code] = await once(child, "close");
    return { code, ...output };
  };
  const listed = async () => JSON.parse((await run("list", "--org", org, "--json")).out).data;
  assert.equal(await status(node, apiKey), 200);
  assert.deepEqual((await listed())[0].status, "active");

  const revoked = await run("revoke", "--org", org, "--id", keyId, "--json");

  assert.deepEqual([revoked.code, JSON.parse(revoked.out)], [0, { keyId }]);
  await msUntil(node, apiKey, 401);
  assert.match((await run("list", "--org", org)).out, new RegExp(`^${keyId}  …${apiKey.slice(-4)}  revoked`));
  const { db } = database;
  await assert.rejects(revokeKey(db, { org, id: keyId }, new Date()), /already revoked/);
  await assert.rejects(revokeKey(db, { org: "org_0", id: keyId }, new Date()), /no API key/);
  await assert.rejects(listKeys(db, "org_0", new Date()), /no organization/);
  const refused = await run("revoke", "--org", org);
  assert.equal(refused.code, 2);
  assert.match(refused.err, /--id is missing/);
});
