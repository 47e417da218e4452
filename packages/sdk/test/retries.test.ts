import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import {
  type ClientOptions,
  ConnectionError,
  PreconditionFailedError,
  RateLimitError,
  StintError,
  TimeoutError,
  UnavailableError,
} from "#src/index.ts";
import { startFaultProxy } from "./fault-proxy.ts";
import { PacedStint } from "./paced-client.ts";
import { serveOnce } from "./serve.ts";

const served = serveOnce();

async function behindProxy(t: TestContext, options: ClientOptions = {}) {
  const { port, owner } = await served();
  const proxy = await startFaultProxy(t, port);
  const stint = new PacedStint({ apiKey: owner.apiKey, baseUrl: proxy.baseUrl, ...options });
  const client = await stint.clients.create({ name: "Acme" });
  proxy.seen.length = 0;
  return { owner, proxy, stint, client };
}

/** Returns the error that a call rejects with. */
async function thrown(call: Promise<unknown>): Promise<StintError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof StintError, String(error));
  return error;
}

test("a read is repeated after any failure, and its error never says that something may have happened", async (t) => {
  const { proxy, stint, client } = await behindProxy(t);
  for (const fault of ["resetBefore", "resetAfter", "cutBody", "badGateway", "unavailable", "tooMany"] as const) {
    proxy.next = [fault, fault, undefined];
    assert.equal((await stint.clients.get(client.id)).name, "Acme", fault);
    proxy.next = [fault, fault, fault];
    assert.equal((await thrown(stint.clients.get(client.id))).mayHaveHappened, false, fault);
  }
  assert.equal(proxy.seen.length, 36);
});

test("a create is repeated with its key, and done once", async (t) => {
  const { proxy, stint } = await behindProxy(t);
  for (const fault of ["resetBefore", "resetDuring", "resetAfter", "cutBody", "badGateway", "unavailable"] as const) {
    proxy.next = [fault, fault];
    const made = await stint.clients.create({ name: fault });
    const found = (await stint.clients.list({ q: fault })).data;
    assert.deepEqual(
      found.map(({ id }) => id),
      [made.id],
      fault,
    );
  }
});

test("a create whose outcome stays unknown says so, and its key reveals it", async (t) => {
  const { proxy, stint } = await behindProxy(t);
  proxy.next = ["resetAfter", "tooMany", "tooMany"];
  const error = await thrown(stint.clients.create({ name: "Unknown" }));
  assert.ok(error instanceof RateLimitError);
  assert.equal(error.mayHaveHappened, true);
  assert.match(error.message, /It may have happened anyway: repeat it with this error's idempotencyKey\.$/);
  const { idempotencyKey } = error;
  const made = await stint.clients.create({ name: "Unknown" }, { idempotencyKey });
  assert.deepEqual((await stint.clients.list({ q: "Unknown" })).data, [made]);
  proxy.next = ["resetBefore"];
  assert.equal((await thrown(stint.clients.create({ name: "" }))).mayHaveHappened, false, "a refusal is an outcome");
});

test("an error with an incomplete body does not count as an outcome", async (t) => {
  const { proxy, stint } = await behindProxy(t);
  proxy.next = ["cutBody", "cutBody"];
  assert.equal((await thrown(stint.clients.create({ name: "" }))).name, "ValidationError");
  assert.equal(proxy.seen.length, 3);
});

test("a call that the server temporarily refused is repeated, whatever it is", async (t) => {
  const { proxy, stint, client } = await behindProxy(t);
  proxy.next = ["unavailable", "tooMany"];
  assert.equal((await stint.clients.update(client.id, { note: "x" })).note, "x");
  proxy.next = ["unavailable", "unavailable", "unavailable"];
  const error = await thrown(stint.clients.update(client.id, { note: "y" }));
  assert.deepEqual([error instanceof UnavailableError, error.mayHaveHappened], [true, false]);
});

test("a change without ifMatch is not repeated when it may have happened", async (t) => {
  const { proxy, stint, client } = await behindProxy(t);
  for (const fault of ["resetBefore", "resetAfter", "badGateway"] as const) {
    proxy.seen.length = 0;
    proxy.next = [fault];
    const error = await thrown(stint.clients.update(client.id, { note: fault }));
    assert.deepEqual([error.mayHaveHappened, error.idempotencyKey, proxy.seen.length], [true, undefined, 1], fault);
    assert.match(error.message, /check before you repeat it/);
  }
});

test("a change with ifMatch is repeated, and never overwrites another one", async (t) => {
  const { proxy, stint, client } = await behindProxy(t);
  proxy.next = ["resetBefore", "resetBefore"];
  const changed = await stint.clients.update(client.id, { note: "a" }, { ifMatch: client });
  assert.equal(changed.version, 2);
  proxy.next = ["resetAfter"];
  const error = await thrown(stint.clients.update(client.id, { note: "b" }, { ifMatch: changed }));
  assert.deepEqual([error instanceof PreconditionFailedError, error.mayHaveHappened], [true, true]);
  assert.equal((await stint.clients.get(client.id)).note, "b");
});

test("a change whose reply breaks off is not repeated, and the resource is read instead", async (t) => {
  const { proxy, stint, client } = await behindProxy(t);
  proxy.next = ["cutBody", "resetAfter"];
  const changed = await stint.clients.update(client.id, { note: "a" });
  assert.deepEqual([changed.note, changed.version], ["a", 2]);
  assert.deepEqual(
    proxy.seen.map((request) => request.split(" ")[0]),
    ["PATCH", "GET", "GET"],
  );
});

test("a deletion that nobody can undo is repeated, and a 404 counts as success", async (t) => {
  const { proxy, stint, client } = await behindProxy(t);
  proxy.next = ["resetAfter"];
  assert.equal(await stint.clients.delete(client.id), undefined);
  assert.equal(proxy.seen.length, 2);
  assert.equal((await thrown(stint.clients.delete(client.id))).name, "NotFoundError", "it was gone before this call");
});

test("a deletion that somebody may undo is repeated with ifMatch only", async (t) => {
  const { owner, proxy, stint } = await behindProxy(t);
  const where = await newProject(owner);
  const [first, second] = [await newEntry(owner, where), await newEntry(owner, where)];
  proxy.next = ["resetAfter"];
  assert.equal((await thrown(stint.timeEntries.delete(first.id))).mayHaveHappened, true);
  proxy.next = ["resetAfter"];
  assert.equal(await stint.timeEntries.delete(second.id, { ifMatch: second }), undefined);
});

test("signing in is neither repeated nor delayed", async (t) => {
  const { proxy, stint } = await behindProxy(t);
  for (const fault of ["resetAfter", "tooManyAttempts"] as const) {
    proxy.seen.length = 0;
    proxy.next = [fault];
    await thrown(stint.auth.signIn({ email: "a@example.com", password: "x" }));
    assert.equal(proxy.seen.length, 1, fault);
  }
  assert.deepEqual(stint.pausesMs, []);
});

test("waits follow Retry-After, otherwise grow each time, up to the requested number", async (t) => {
  const { proxy, stint } = await behindProxy(t, { maxRetries: 5 });
  proxy.next = ["tooMany"];
  await stint.me.get();
  assert.deepEqual(stint.pausesMs.splice(0), [7000]);
  proxy.next = Array.from({ length: 6 }, () => "resetBefore" as const);
  await thrown(stint.me.get());
  [500, 1000, 2000, 4000, 8000].forEach((longest, at) => {
    const pause = stint.pausesMs[at] ?? 0;
    assert.ok(pause > longest / 2 && pause <= longest, `${pause} is at most ${longest}`);
  });
  proxy.seen.length = 0;
  proxy.next = ["resetBefore"];
  await thrown(stint.me.get({ maxRetries: 0 }));
  assert.equal(proxy.seen.length, 1);
});

test("timeouts and aborted signals end a call", async (t) => {
  const { proxy, stint, client } = await behindProxy(t);
  proxy.choose = () => "hang";
  const error = await thrown(stint.clients.update(client.id, { note: "x" }, { timeoutMs: 20 }));
  assert.deepEqual(
    [error instanceof TimeoutError, error instanceof ConnectionError, error.mayHaveHappened],
    [true, true, true],
  );
  const aborter = new AbortController();
  const reason = new Error("enough");
  const call = stint.clients.get(client.id, { signal: aborter.signal });
  aborter.abort(reason);
  await assert.rejects(call, reason);
  await assert.rejects(stint.clients.get(client.id, { signal: aborter.signal }), reason);
  const waiting = new PacedStint({ baseUrl: proxy.baseUrl, apiKey: "stint_x" }, 1);
  proxy.choose = () => "tooMany";
  const later = new AbortController();
  const waited = waiting.me.get({ signal: later.signal });
  while (waiting.pausesMs.length === 0) await new Promise((resolve) => setImmediate(resolve));
  later.abort(reason);
  await assert.rejects(waited, reason);
});

test("an address that isn't Stint's is reported at once", async (t) => {
  const { proxy, stint } = await behindProxy(t);
  proxy.next = ["redirect", "otherSite"];
  assert.match(
    (await thrown(stint.me.get())).message,
    /redirected to https:\/\/time\.example\.com\/v1\/me: use that address as baseUrl/,
  );
  assert.match((await thrown(stint.me.get())).message, /is not from Stint: is baseUrl/);
  assert.equal(proxy.seen.length, 2);
  const nowhere = new PacedStint({ baseUrl: "http://127.0.0.1:9", apiKey: "stint_x" });
  assert.match((await thrown(nowhere.me.get())).message, /^GET \/v1\/me got no reply from http:\/\/127\.0\.0\.1:9/);
});
