import assert from "node:assert/strict";
import { test } from "node:test";
import { entryBody, newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import {
  AuthenticationError,
  BadRequestError,
  type ClientOptions,
  ConflictError,
  NotFoundError,
  PermissionError,
  PreconditionFailedError,
  Stint,
  StintError,
  TimeEntriesApi,
  ValidationError,
} from "#src/index.ts";
import { serveOnce } from "./serve.ts";

const served = serveOnce();

test("created objects are read, changed, listed and deleted", async () => {
  const stint = (await served()).stintOf();
  const project = await stint.projects.create({ name: "Website" });
  const task = await stint.tasks.create(project.id, { name: "Build" });
  const startedAt = new Date("2026-03-02T09:00:00Z");
  const entry = await stint.timeEntries.create({
    projectId: project.id,
    taskId: task.id,
    startedAt,
    durationSeconds: 5400,
  });
  assert.equal(entry.startedAt, "2026-03-02T09:00:00Z");
  const changed = await stint.timeEntries.update(entry.id, { description: "Review" }, { ifMatch: entry });
  assert.deepEqual([changed.description, changed.version], ["Review", 2]);
  assert.deepEqual(await stint.timeEntries.get(entry.id), changed);
  assert.equal(await stint.timeEntries.delete(entry.id), undefined);
  await assert.rejects(stint.timeEntries.get(entry.id), NotFoundError);
  assert.equal((await stint.timeEntries.restore(entry.id)).id, entry.id);
});

test("awaiting a list gives its first page, and iterating over it gives all items", async () => {
  const { owner, stintOf } = await served();
  const urls: URL[] = [];
  const stint = stintOf({ onRequest: ({ url }) => void urls.push(new URL(url)) });
  const where = await newProject(owner);
  for (let hour = 0; hour < 5; hour++) await newEntry(owner, where, { startedAt: `2026-03-02T0${hour}:00:00Z` });

  const page = await stint.timeEntries.list({ projectId: where.projectId, limit: 3 });
  assert.deepEqual([page.data.length, page.hasNext], [3, true]);
  const last = await page.next();
  assert.deepEqual([last?.data.length, last?.hasNext, await last?.next()], [2, false, undefined]);
  const again = await stint.timeEntries.list({ projectId: where.projectId, limit: 3, cursor: page.nextCursor ?? "" });
  assert.deepEqual(again.data, last?.data);

  urls.length = 0;
  const list = stint.timeEntries.list({ projectId: where.projectId, limit: 2 });
  assert.equal(urls.length, 0, "nothing is asked for before it is needed");
  const starts: string[] = [];
  for await (const entry of list) starts.push(entry.startedAt);
  assert.deepEqual(
    starts,
    [4, 3, 2, 1, 0].map((hour) => `2026-03-02T0${hour}:00:00Z`),
  );
  assert.equal(urls.length, 3);
  for await (const _entry of stint.timeEntries.list({ projectId: where.projectId })) break;
  assert.equal(urls.at(-1)?.searchParams.get("limit"), "200", "few requests where the whole list is read");
  assert.equal(await stint.timeEntries.list({ limit: 0 }).catch(() => "refused"), "refused");
});

test("unpaged lists are lists too", async () => {
  const { owner, stintOf } = await served();
  const stint = stintOf();
  await newEntry(owner, await newProject(owner), { tags: ["alone, with a comma", "plain"] });
  const names: string[] = [];
  for await (const tag of stint.tags.list()) names.push(tag.name);
  assert.ok(names.includes("alone, with a comma"));
  assert.equal((await stint.tags.list()).hasNext, false);
});

test("filters with several values accept commas and dates, and omit undefined values", async () => {
  const { owner, stintOf } = await served();
  const stint = stintOf();
  const where = await newProject(owner);
  const entry = await newEntry(owner, where, { tags: ["a,b"], externalRef: "x,1" });
  const [from, tag] = [new Date("2026-03-01T00:00:00Z"), ["a,b", "never"]];
  const { data } = await stint.timeEntries.list({
    ...where,
    tag,
    externalRef: ["x,1"],
    from,
    to: "2026-03-31",
    tz: "Europe/Berlin",
    billable: undefined,
  });
  assert.deepEqual(
    data.map(({ id }) => id),
    [entry.id],
  );
});

test("reports come as JSON, or as files to stream", async () => {
  const { owner, stintOf } = await served();
  const stint = stintOf();
  await newEntry(owner, await newProject(owner));
  const report = await stint.reports.summary({ groupBy: ["project", "user"], from: "2026-03-01", to: "2026-03-31" });
  assert.deepEqual(report.groupBy, ["project", "user"]);
  const file = await stint.reports.summary({ groupBy: ["project"], format: "csv" });
  assert.match(file.headers.get("content-type") ?? "", /^text\/csv/);
  assert.ok((await file.text()).split("\n").length > 2);
  const zip = await stint.organization.export();
  assert.equal((await zip.bytes()).subarray(0, 2).toString(), "80,75");
  await assert.rejects(stint.reports.costs({ tz: "Nowhere", format: "xlsx" }), ValidationError);
});

test("an object from a list is enough for ifMatch, and another version is a PreconditionFailedError", async () => {
  const { world, owner, stintOf } = await served();
  const member = await world.newMember(owner, "member");
  const [stint, plain] = [stintOf(), stintOf({}, member)];
  const where = await newProject(owner);
  await newEntry(member, where);
  // The member sees no amounts, so the ETag differs from the owner's, but the version is the same.
  const [listed] = (await plain.timeEntries.list(where)).data;
  assert.ok(listed !== undefined);
  const changed = await plain.timeEntries.update(listed.id, { description: "mine" }, { ifMatch: listed });
  await assert.rejects(
    stint.timeEntries.update(listed.id, { description: "yours" }, { ifMatch: listed }),
    (error) =>
      error instanceof PreconditionFailedError && error.code === "precondition_failed" && !error.mayHaveHappened,
  );
  assert.deepEqual(await stint.timeEntries.delete(listed.id, { ifMatch: changed }), undefined);
});

test("a timer is distinguished from the next one", async () => {
  const { owner, stintOf } = await served();
  const stint = stintOf();
  const { projectId } = await newProject(owner);
  const { timer } = await stint.timer.start({ projectId });
  const changed = await stint.timer.update({ description: "x" }, { ifMatch: timer });
  await stint.timer.start({ projectId });
  await assert.rejects(stint.timer.stop({ ifMatch: changed }), PreconditionFailedError);
  const running = await stint.timer.get();
  assert.equal((await stint.timer.stop({ ifMatch: running })).projectId, projectId);
});

test("ifMatch works behind a proxy that compresses replies, and so weakens their ETags", async () => {
  const { owner, stintOf } = await served();
  const stint = stintOf({
    async fetch(url, init) {
      const { body, status, headers } = await fetch(url, init);
      const tag = headers.get("etag");
      if (tag === null) return new Response(body, { status, headers });
      return new Response(body, { status, headers: { ...Object.fromEntries(headers), etag: `W/${tag}` } });
    },
  });
  const client = await stint.clients.create({ name: "Globex" });
  const read = await stint.clients.get(client.id);
  const changed = await stint.clients.update(client.id, { name: "Initech" }, { ifMatch: read });
  assert.equal(changed.name, "Initech");
  await assert.rejects(stint.clients.delete(client.id, { ifMatch: read }), PreconditionFailedError);
  const { projectId } = await newProject(owner);
  const { timer } = await stint.timer.start({ projectId });
  assert.equal((await stint.timer.stop({ ifMatch: timer })).projectId, projectId);
});

test("an unchanged resource returns the known object", async () => {
  const stint = (await served()).stintOf();
  const project = await stint.projects.create({ name: "Website" });
  const known = await stint.projects.get(project.id);
  assert.equal(await stint.projects.get(project.id, { ifNoneMatch: known }), known);
  await stint.projects.update(project.id, { name: "Shop" });
  assert.equal((await stint.projects.get(project.id, { ifNoneMatch: known })).name, "Shop");
});

test("an error contains the fault, its location, the fix, and the request", async () => {
  const { world, owner, stintOf } = await served();
  const stint = stintOf();
  const refusal = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof Error);
    return error;
  };
  const where = await newProject(owner);
  const invalid = await refusal(
    stint.timeEntries.create({ ...entryBody(where), durationSeconds: -1, tags: ["x".repeat(51)] }),
  );
  assert.ok(invalid instanceof ValidationError);
  assert.deepEqual([invalid.name, invalid.status, invalid.code], ["ValidationError", 422, "validation_failed"]);
  assert.deepEqual(
    invalid.errors.map(({ pointer }) => pointer),
    ["/durationSeconds", "/tags/0"],
  );
  assert.ok(invalid.requestId !== undefined);
  assert.equal(
    invalid.message,
    `${invalid.detail} (POST /v1/time-entries: 422 validation_failed, request ${invalid.requestId})` +
      invalid.errors.map((error) => `\n- ${error.pointer} ${error.message}`).join(""),
  );
  assert.ok((await refusal(stint.projects.create({} as { name: string }))) instanceof BadRequestError);
  assert.ok((await refusal(stint.projects.delete((await newEntry(owner, where)).projectId))) instanceof ConflictError);
  assert.ok((await refusal(stintOf({ apiKey: "stint_x" }).me.get())) instanceof AuthenticationError);
  const reader = stintOf({}, await world.newMember(owner, "viewer"));
  assert.ok((await refusal(reader.projects.create({ name: "x" }))) instanceof PermissionError);
});

test("an id that would lead to another path is refused before anything is sent", async () => {
  const stint = (await served()).stintOf();
  for (const id of ["", ".", "..", undefined as unknown as string])
    await assert.rejects(stint.projects.delete(id), StintError);
  await assert.rejects(stint.projects.get("proj_/../../v1"), NotFoundError);
});

test("one resource can be used alone, with the client's headers, hooks and address", async () => {
  const { baseUrl, owner, stintOf } = await served();
  const seen: unknown[] = [];
  const options: ClientOptions = {
    baseUrl: `${baseUrl}/v1/`,
    apiKey: owner.apiKey,
    headers: { "x-request-id": "from-the-client" },
    onRequest: ({ method, headers, attempt }) => {
      seen.push([method, headers.get("x-request-id"), attempt]);
      headers.set("x-request-id", "from-the-hook");
    },
    onResponse: (response) => void seen.push(response.headers.get("x-request-id")),
  };
  const entries = new TimeEntriesApi(new Stint(options));
  await entries.list({ limit: 1 }, { headers: { "x-request-id": "from-the-call" } });
  assert.deepEqual(seen, [["GET", "from-the-call", 1], "from-the-hook"]);
  assert.equal(stintOf().auth.startOpenId(), `${baseUrl}/auth/openid/start`);
});

test("key and address come from the environment, and without an address the client reports what is missing", async (t) => {
  const { baseUrl, owner } = await served();
  const names = ["STINT_API_KEY", "STINT_URL", "STINT_SDK_API_KEY", "STINT_SDK_URL"] as const;
  const [key, url, sdkKey, sdkUrl] = names;
  t.after(() => names.forEach((name) => delete process.env[name]));
  Object.assign(process.env, { [key]: owner.apiKey, [url]: baseUrl });
  assert.equal((await new Stint().me.get()).organization.id, owner.orgId);
  Object.assign(process.env, { [key]: "stint_of_the_terminal", [url]: "http://127.0.0.1:9" });
  Object.assign(process.env, { [sdkKey]: owner.apiKey, [sdkUrl]: baseUrl });
  assert.equal((await new Stint().me.get()).organization.id, owner.orgId);
  // A key is never sent to the server of the other pair.
  delete process.env[sdkKey];
  await assert.rejects(new Stint().me.get(), { status: 401 });
  Object.assign(process.env, { [sdkKey]: owner.apiKey });
  delete process.env[sdkUrl];
  await assert.rejects(new Stint().me.get(), /Where is the server\? Pass baseUrl/);
});

test("a session's cookie is enough, and a key is sent only if needed", async () => {
  const { world, owner, stintOf } = await served();
  const sent: (string | null)[] = [];
  const session = stintOf(
    { onRequest: ({ headers }) => void sent.push(headers.get("authorization")) },
    await world.newSession(owner),
  );
  assert.equal((await session.me.get()).organization.id, owner.orgId);
  const withKey = stintOf({ onRequest: ({ headers }) => void sent.push(headers.get("authorization")) });
  await withKey.auth.signInMethods();
  assert.deepEqual(sent, [null, null]);
});
