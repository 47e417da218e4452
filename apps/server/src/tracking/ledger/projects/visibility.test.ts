import assert from "node:assert/strict";
import { before, test } from "node:test";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { type Answer, type Caller, testApp } from "#test/worlds/test-app.ts";

interface Where {
  projectId: string;
  taskId: string;
  entryId: string;
}

type Kind = "hidden" | "open" | "unknown";

interface World {
  owner: Caller;
  seeing: Record<"owner" | "manager" | "insider" | "insideViewer", Caller>;
  blind: Record<"member" | "viewer", Caller>;
  /** Returns an entry of the owner in a project of the given kind, a new one if it is to be changed. */
  at(kind: Kind, isNew?: boolean): Promise<Where>;
}

async function newWorld(): Promise<World> {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const insider = await newMember(owner, "member");
  const insideViewer = await newMember(owner, "viewer");
  const memberIds = [insider.userId, insideViewer.userId];
  const hidden = await newProject(
    owner,
    { name: "Merger", visibility: "members", memberIds },
    { name: "Due diligence" },
  );
  const open = await newProject(owner, { name: "Website", memberIds });
  const made = new Map<Kind, Where>();
  return {
    owner,
    seeing: { owner, manager: await newMember(owner, "manager"), insider, insideViewer },
    blind: { member: await newMember(owner, "member"), viewer: await newMember(owner, "viewer") },
    async at(kind, isNew = false) {
      const known = made.get(kind);
      if (known !== undefined && !isNew) return known;
      if (kind === "unknown") return { projectId: "proj_0", taskId: "task_0", entryId: "time_0" };
      const where = kind === "hidden" ? hidden : open;
      const { id } = await newEntry(owner, where, { tags: [kind] });
      const found = { ...where, entryId: id };
      if (!isNew) made.set(kind, found);
      return found;
    },
  };
}

let world: World;
before(async () => {
  world = await newWorld();
});

/**
 * Creates an entry for the caller in the open project and returns its id. The owner creates it, because viewers may
 * not.
 */
async function ownEntry(caller: Caller): Promise<string> {
  const { projectId, taskId } = await world.at("open");
  return (await newEntry(world.owner, { projectId, taskId }, { userId: caller.userId })).id;
}

type Place = (caller: Caller, where: Where) => Promise<Answer>;

const places: Record<string, Place> = {
  "GET project": (caller, { projectId }) => caller.get(`/v1/projects/${projectId}`),
  "GET project that one has": (caller, { projectId }) =>
    caller.get(`/v1/projects/${projectId}`, { "if-none-match": '"1"' }),
  "HEAD project": (caller, { projectId }) => caller.send("HEAD", `/v1/projects/${projectId}`),
  "PATCH project": (caller, { projectId }) => caller.patch(`/v1/projects/${projectId}`, { code: "X" }),
  "DELETE project": (caller, { projectId }) => caller.delete(`/v1/projects/${projectId}`),
  "GET tasks of project": (caller, { projectId }) => caller.get(`/v1/projects/${projectId}/tasks`),
  "POST task": (caller, { projectId }) => caller.post(`/v1/projects/${projectId}/tasks`, { name: "More" }),
  "GET task": (caller, { taskId }) => caller.get(`/v1/tasks/${taskId}`),
  "PATCH task": (caller, { taskId }) => caller.patch(`/v1/tasks/${taskId}`, { description: "Mine" }),
  "DELETE task": (caller, { taskId }) => caller.delete(`/v1/tasks/${taskId}`),
  "GET entry of another": (caller, { entryId }) => caller.get(`/v1/time-entries/${entryId}`),
  "PATCH entry of another": (caller, { entryId }) => caller.patch(`/v1/time-entries/${entryId}`, { description: "x" }),
  "DELETE entry of another": (caller, { entryId }) => caller.delete(`/v1/time-entries/${entryId}`),
  "restore entry of another": async (caller, { entryId }) => {
    await world.owner.delete(`/v1/time-entries/${entryId}`);
    return caller.post(`/v1/time-entries/${entryId}/restore`);
  },
  "entries by project": (caller, { projectId }) => caller.get(`/v1/time-entries?projectId=${projectId}`),
  "entries by task": (caller, { taskId }) =>
    caller.get(`/v1/time-entries?taskId=${taskId}&userId=${world.owner.userId}`),
  "summary by project": (caller, { projectId }) => caller.get(`/v1/reports/summary?projectId=${projectId}`),
  "summary by task": (caller, { taskId }) => caller.get(`/v1/reports/summary?groupBy=user,date&taskId=${taskId}`),
  "costs by project": (caller, { projectId }) => caller.get(`/v1/reports/costs?projectId=${projectId}`),
  "POST entry": (caller, { projectId, taskId }) => caller.post("/v1/time-entries", entryBody({ projectId, taskId })),
  "POST entry once": (caller, { projectId, taskId }) =>
    caller.post("/v1/time-entries", entryBody({ projectId, taskId }), { "idempotency-key": crypto.randomUUID() }),
  "POST entry of the task": async (caller, { taskId }) => {
    const { projectId } = await world.at("open");
    return caller.post("/v1/time-entries", entryBody({ projectId, taskId }));
  },
  "POST entry of another task": async (caller, { projectId }) => {
    const { taskId } = await world.at("open");
    return caller.post("/v1/time-entries", entryBody({ projectId, taskId }));
  },
  "POST batch": async (caller, { projectId, taskId }) => {
    const open = await world.at("open");
    const entries = [open, { projectId, taskId }].map((where) =>
      entryBody({ projectId: where.projectId, taskId: where.taskId }),
    );
    return caller.post("/v1/time-entries/batch", { entries });
  },
  "PATCH entry to project": async (caller, { projectId, taskId }) =>
    caller.patch(`/v1/time-entries/${await ownEntry(caller)}`, { projectId, taskId }),
  "PATCH entry to task": async (caller, { taskId }) =>
    caller.patch(`/v1/time-entries/${await ownEntry(caller)}`, { taskId }),
  "start timer": (caller, { projectId, taskId }) => caller.post("/v1/timer", { projectId, taskId }),
  "start timer without task": (caller, { projectId }) => caller.post("/v1/timer", { projectId }),
  "move timer": async (caller, { projectId, taskId }) => {
    const open = await world.at("open");
    await caller.post("/v1/timer", { projectId: open.projectId, taskId: open.taskId });
    return caller.patch("/v1/timer", { projectId, taskId });
  },
  "move timer without task": async (caller, { projectId }) => {
    await caller.post("/v1/timer", { projectId: (await world.at("open")).projectId });
    return caller.patch("/v1/timer", { projectId });
  },
  "move timer to task": async (caller, { taskId }) => {
    await caller.post("/v1/timer", { projectId: (await world.at("open")).projectId });
    return caller.patch("/v1/timer", { taskId });
  },
};

function told({ status, headers, text }: Answer): object {
  const { etag, "content-type": type, "www-authenticate": authenticate } = headers;
  return { status, etag, type, authenticate, text: text.replace(/"requestId":"[^"]*"/, "") };
}

for (const [name, ask] of Object.entries(places)) {
  test(`a hidden project seems not to exist, except to members who see it: ${name}`, async () => {
    const isNew = name.endsWith("entry of another");
    const at = (kind: Kind) => world.at(kind, isNew);
    let differs = 0;
    for (const [role, caller] of Object.entries(world.blind)) {
      const unknown = told(await ask(caller, await at("unknown")));
      assert.deepEqual(told(await ask(caller, await at("hidden"))), unknown, role);
      if (JSON.stringify(told(await ask(caller, await at("open")))) !== JSON.stringify(unknown)) differs++;
    }
    for (const [role, caller] of Object.entries(world.seeing)) {
      const hidden = await ask(caller, await at("hidden"));
      const open = await ask(caller, await at("open"));
      // This error only reveals that the task does not belong to the visible project, so it counts as equal.
      const isElsewhere = hidden.status === 422 && hidden.json.code === "task_not_in_project";
      assert.equal(isElsewhere ? open.status : hidden.status, open.status, `${role} ${hidden.text}`);
      if (JSON.stringify(told(open)) !== JSON.stringify(told(await ask(caller, await at("unknown"))))) differs++;
    }
    assert.ok(differs > 0, "who may do it is told apart from who may not");
  });
}

const secrets = ["Merger", "Due diligence", "hidden"];

test("lists, tags and reports leave out hidden projects, except for members who see them", async () => {
  const { owner, seeing, blind } = world;
  const { projectId, taskId, entryId } = await world.at("hidden");
  const since = (await owner.get(`/v1/time-entries/${entryId}`)).json.createdAt;
  const paths = [
    ["/v1/projects", projectId],
    ["/v1/projects?visibility=members", projectId],
    ["/v1/projects?visibility=members&visibility=organization&q=merg", projectId],
    ["/v1/time-entries?limit=200", entryId],
    [`/v1/time-entries/changes?limit=200&since=${since}`, entryId],
    ["/v1/time-entries?limit=200&includeDeleted=true", entryId],
    ["/v1/tags", '"hidden"'],
    ...["project", "task", "user,project", "date,task", "tag,project", "client,task"].map((by) => [
      `/v1/reports/summary?groupBy=${by}`,
      by.includes("task") ? taskId : projectId,
    ]),
    ["/v1/reports/summary?groupBy=tag", '"hidden"'],
    ["/v1/reports/summary?groupBy=project&format=csv", projectId],
    ["/v1/reports/summary?groupBy=user,tag&format=csv", "hidden"],
  ] as const;
  for (const [path = "", shown = ""] of paths) {
    for (const [role, caller] of Object.entries(blind)) {
      const { status, text } = await caller.get(path);
      assert.equal(status, 200, text);
      for (const secret of [projectId, taskId, entryId, ...secrets]) {
        assert.ok(!text.includes(secret), `${role} ${path} ${secret}`);
      }
    }
    for (const caller of [owner, seeing.manager, seeing.insideViewer]) {
      assert.ok((await caller.get(path)).text.includes(shown), path);
    }
  }
  const member = await seeing.insider.get("/v1/projects");
  assert.deepEqual(
    member.json.data.map(({ memberIds }: { memberIds: string[] }) => memberIds.length),
    [2, 2],
  );
});

test("concurrent creates are each checked against their own actor", async () => {
  const { blind, seeing } = world;
  const { projectId, taskId } = await world.at("hidden");
  const callers = [seeing.manager, blind.member, seeing.insider, blind.member, seeing.owner];
  const answers = await Promise.all(
    callers.map((caller) => caller.post("/v1/time-entries", entryBody({ projectId, taskId }))),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 404, 201, 404, 201],
  );
});
