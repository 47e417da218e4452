import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { type Caller, testApp } from "#test/worlds/test-app.ts";

async function names(caller: Caller, path: string): Promise<string[]> {
  const answer = await caller.get(path);
  assert.equal(answer.status, 200, answer.text);
  return answer.json.data.map(({ name }: { name: string }) => name);
}

test("projects are listed newest first and filtered by status, client and text", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const stranger = await newOrganization();
  const clients = [];
  for (const name of ["A", "B"]) clients.push((await caller.post("/v1/clients", { name })).json.id as string);
  for (const body of [
    { name: "Website", clientId: clients[0], code: "W_1" },
    { name: "Shop 100%", clientId: clients[1], status: "archived" },
    { name: "website two", code: "WX1" },
  ]) {
    assert.equal((await caller.post("/v1/projects", body)).status, 201);
  }
  await stranger.post("/v1/projects", { name: "Website" });
  const examples: [string, string[]][] = [
    ["", ["website two", "Shop 100%", "Website"]],
    ["status=active", ["website two", "Website"]],
    ["status=archived", ["Shop 100%"]],
    [`clientId=${clients[0]}`, ["Website"]],
    [`clientId=${clients[0]}&clientId=${clients[1]}`, ["Shop 100%", "Website"]],
    ["clientId=client_0", []],
    ["q=WEB", ["website two", "Website"]],
    ["q=w_", ["Website"]],
    ["q=%25", ["Shop 100%"]],
    [`q=web&status=active&clientId=${clients[0]}`, ["Website"]],
  ];
  for (const [query, expected] of examples)
    assert.deepEqual(await names(caller, `/v1/projects?${query}`), expected, query);
});

test("projects, clients and tasks are paged in the same way, without loss while others are created", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const project = await caller.post("/v1/projects", { name: "with tasks" });
  for (const path of ["/v1/projects", "/v1/clients", `/v1/projects/${project.json.id}/tasks`]) {
    await Promise.all(Array.from({ length: 7 }, (_, index) => caller.post(path, { name: `n${index}` })));
    const all = await names(caller, path);
    const seen: string[] = [];
    let url: string | undefined = `${path}?limit=2&q=n`;
    while (url !== undefined) {
      const page = await caller.get(url);
      seen.push(...page.json.data.map(({ name }: { name: string }) => name));
      await caller.post(path, { name: "later" });
      assert.equal(page.headers["link"] === undefined, page.json.nextCursor === null);
      url = page.headers["link"]?.match(/^<(.+)>; rel="next"$/)?.[1];
    }
    assert.deepEqual(
      seen,
      all.filter((name) => name.startsWith("n")),
      path,
    );
    const { nextCursor } = (await caller.get(`${path}?limit=1`)).json;
    assert.equal((await caller.get(`${path}?cursor=${nextCursor}`)).status, 200);
    assertProblem(await caller.get(`${path}?q=x&cursor=${nextCursor}`), 422, "validation_failed", ["/cursor"]);
  }
});

test("a bad value or an unknown parameter of these lists is 422", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const project = await caller.post("/v1/projects", { name: "x" });
  const tasks = `/v1/projects/${project.json.id}/tasks`;
  for (const path of ["/v1/projects", "/v1/clients", tasks]) {
    for (const limit of ["0", "201", "abc", "1&limit=2"]) {
      const answer = await caller.get(`${path}?limit=${limit}`);
      assertProblem(answer, 422, "validation_failed", ["/limit"]);
    }
    assertProblem(await caller.get(`${path}?q=%00`), 422, "validation_failed", ["/q"]);
    assertProblem(await caller.get(`${path}?cursor=x`), 422, "validation_failed", ["/cursor"]);
    const unknown = await caller.get(`${path}?limits=1`);
    assertProblem(unknown, 422, "unknown_parameter", ["/limits"]);
    assert.match(unknown.json.detail, /did you mean limit\?/);
  }
  assertProblem(await caller.get("/v1/projects?status=done"), 422, "validation_failed", ["/status"]);
  assertProblem(await caller.get(`${tasks}?status=active`), 422, "validation_failed", ["/status"]);
  assertProblem(await caller.get("/v1/clients?archived=1"), 422, "validation_failed", ["/archived"]);
});

test("every role reads projects, tasks and clients; members and viewers write none", async () => {
  const { newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization();
  const project = await owner.post("/v1/projects", { name: "x" });
  const task = await owner.post(`/v1/projects/${project.json.id}/tasks`, { name: "x" });
  const client = await owner.post("/v1/clients", { name: "x" });
  const lists = ["/v1/projects", `/v1/projects/${project.json.id}/tasks`, "/v1/clients"];
  const items = [`/v1/projects/${project.json.id}`, `/v1/tasks/${task.json.id}`, `/v1/clients/${client.json.id}`];
  for (const role of ["admin", "manager", "member", "viewer"] as const) {
    const caller = await newMember(owner, role);
    const writes = role === "admin" || role === "manager";
    for (const path of [...lists, ...items]) assert.equal((await caller.get(path)).status, 200, `${role} ${path}`);
    for (const path of lists) {
      const made = await caller.post(path, writes ? { name: role } : {});
      if (writes) assert.equal(made.status, 201, `${role} ${path}`);
      else assertProblem(made, 403, "forbidden");
    }
    for (const path of items) {
      const changed = await caller.patch(path, writes ? { name: role } : { name: 5 });
      if (writes) assert.equal(changed.status, 200, `${role} ${path}`);
      else {
        assertProblem(changed, 403, "forbidden");
        assertProblem(await caller.delete(path), 403, "forbidden");
      }
    }
  }
  const reader = await newKey(owner, ["projects:read"]);
  for (const path of items) assertProblem(await reader.delete(path), 403, "insufficient_scope");
});
