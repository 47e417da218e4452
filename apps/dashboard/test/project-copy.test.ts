import assert from "node:assert/strict";
import { test } from "node:test";
import { Stint, type StreamedEvent } from "@stint/sdk";
import { newProject } from "@stint/server/test/worlds/factories.ts";
import { createProjectCopy } from "#api/kept/project-copy.ts";
import { eventsOf, newDevice, openTab, port, positionNow, resumeTab, shownBy, world } from "./project-copy-world.ts";

test("a stored copy is shown without a request and updated with one", async () => {
  const owner = await world.newOrganization();
  const { projectId } = await newProject(owner);
  const device = newDevice();
  const first = await openTab(owner, device);
  assert.equal(first.asked.length, 1);
  await first.settle();
  const second = await openTab(owner, device);
  assert.deepEqual([second.asked, second.shown.project?.[0]?.id], [[], projectId]);

  await owner.patch(`/v1/projects/${projectId}`, { name: "Renamed" });
  // Invalidating three queries at once must cause only one request.
  await Promise.all([second.copy.readChanges(), second.copy.readChanges(), second.copy.readChanges()]);
  assert.deepEqual([second.asked.length, second.shown.project?.[0]?.name], [1, "Renamed"]);
});

test("a page that resumes the stream shows what happened since without a request", async () => {
  const owner = await world.newOrganization();
  const [kept, deleted] = [await newProject(owner), await newProject(owner)];
  const device = newDevice();
  const before = await openTab(owner, device);
  await before.copy.refresh(await positionNow(owner));
  await before.settle();
  await owner.patch(`/v1/projects/${kept.projectId}`, { name: "Renamed" });
  await owner.delete(`/v1/projects/${deleted.projectId}`);
  await newProject(owner);
  const after = await resumeTab(owner, device);
  assert.deepEqual({ ...after.shown }, await shownBy(owner));
  assert.deepEqual(after.asked, []);

  const early = createProjectCopy({ ...device, kept: device, stint: after.stint, show: () => undefined });
  early.applyEvents((await eventsOf(owner, (await early.readPosition())?.cursor ?? "")).events);
  assert.deepEqual(await early.open("project"), (await shownBy(owner)).project);
});

test("an event updates the copy without a request; a project that was hidden until now is read with its tasks", async () => {
  const owner = await world.newOrganization();
  const member = await world.newMember(owner, "member");
  const { projectId } = await newProject(owner);
  const hidden = await newProject(owner, { visibility: "members" });
  const tab = await openTab(member, newDevice());
  const { resumeCursor } = (await member.get("/v1/events?cursor=now")).json;
  tab.asked.length = 0;
  await owner.patch(`/v1/projects/${projectId}`, { name: "Renamed" });
  const made = await newProject(owner);
  const first = await eventsOf(member, resumeCursor);
  tab.copy.applyEvents(first.events);
  assert.deepEqual(tab.asked, []);
  assert.deepEqual(
    [projectId, made.projectId].map((id) => tab.shown.project?.find((each) => each.id === id)?.name),
    ["Renamed", (await owner.get(`/v1/projects/${made.projectId}`)).json.name],
  );

  await owner.patch(`/v1/projects/${hidden.projectId}`, { visibility: "organization" });
  tab.copy.applyEvents((await eventsOf(member, first.next)).events);
  await tab.copy.refresh();
  assert.ok(tab.shown.task?.some(({ id }) => id === hidden.taskId));
});

test("a copy in an older format is not shown", async () => {
  const owner = await world.newOrganization();
  const { projectId } = await newProject(owner);
  const device = newDevice();
  await device.write([
    { kind: "project-copy", value: { form: 0, since: "2026-01-01T00:00:00Z" } },
    { kind: "project", id: "proj_old", value: { id: "proj_old", version: 1, name: "Old" } },
  ]);
  const tab = await openTab(owner, device);
  assert.deepEqual(
    tab.shown.project?.map(({ id }) => id),
    [projectId],
  );
  await tab.settle();
  assert.deepEqual(
    (await device.readAll<{ id: string }>("project")).map(({ id }) => id),
    [projectId],
  );
});

test("without the server the copy says so, and later continues from its cursor", async () => {
  const owner = await world.newOrganization();
  await newProject(owner);
  const device = newDevice();
  await (await openTab(owner, device)).settle();
  let isDown = true;
  const stint = new Stint({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: owner.apiKey,
    maxRetries: 0,
    fetch: (url, init) => (isDown ? Promise.reject(new TypeError("no network")) : fetch(url, init)),
  });
  const copy = createProjectCopy({ stint, kept: device, alone: device.alone, show: () => undefined });
  assert.equal((await copy.open("project")).length, 1);
  assert.equal(await copy.refresh(), false);
  isDown = false;
  await newProject(owner);
  assert.equal(await copy.refresh(), true);
  assert.equal((await copy.open("project")).length, 2);
});

test("events from before the last read never restore deleted objects, not even temporarily", async () => {
  const owner = await world.newOrganization();
  const device = newDevice();
  const first = await openTab(owner, device);
  const position = await positionNow(owner);
  const { projectId } = await newProject(owner);
  await owner.delete(`/v1/projects/${projectId}`);
  const deletedMs = Date.now();
  for (let since = 0; since <= deletedMs;) {
    await first.copy.refresh(position);
    await first.settle();
    since = Date.parse((await device.read<{ since: string }>("project-copy"))?.since ?? "");
  }
  const next = await openTab(owner, device);
  const { events } = await eventsOf(owner, (await next.copy.readPosition())?.cursor ?? "");
  const isCreated = ({ type }: StreamedEvent) => type === "project.created";
  assert.equal(events.filter(isCreated).length, 1);
  next.copy.applyEvents(events.filter(isCreated));
  assert.deepEqual(next.shown.project, []);
});
