import assert from "node:assert/strict";
import { test } from "node:test";
import { newClient, newProject } from "@stint/server/test/worlds/factories.ts";
import fc from "fast-check";
import { eventsOf, newDevice, openTab, pick, positionNow, resumeTab, shownBy, world } from "./project-copy-world.ts";

test("whatever colleagues write, hide and delete, and in whatever order tabs read, receive events and reload, the copy ends exact", async () => {
  const number = fc.nat({ max: 1_000_000 });
  const step = fc.tuple(fc.nat({ max: 15 }), number, number);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const owner = await world.newOrganization();
      const member = await world.newMember(owner, "member");
      const places = [await newProject(owner), await newProject(owner, { visibility: "members" })];
      const clients = [await newClient(owner)];
      const device = newDevice();
      const tabs = [await openTab(member, device), await openTab(member, device)];
      let cursor = (await member.get("/v1/events?cursor=now")).json.resumeCursor as string;
      for (const [kind, a, b] of steps) {
        const { projectId, taskId } = pick(places, a);
        const project = `/v1/projects/${projectId}`;
        const acts = [
          async () => places.push(await newProject(owner)),
          async () => clients.push(await newClient(owner)),
          async () => owner.post(`${project}/tasks`, { name: `Task ${b}` }),
          async () => owner.patch(`/v1/tasks/${taskId}`, { name: `Renamed ${b}` }),
          async () => owner.delete(`/v1/tasks/${taskId}`),
          async () => owner.delete(project),
          async () => owner.patch(project, { name: `Renamed ${b}`, status: b % 2 === 0 ? "archived" : "active" }),
          async () => owner.patch(project, { visibility: b % 2 === 0 ? "members" : "organization" }),
          async () => owner.patch(project, { memberIds: b % 2 === 0 ? [] : [member.userId] }),
          async () => owner.patch(`/v1/clients/${pick(clients, a)}`, { name: `Client ${b}` }),
          async () => owner.delete(`/v1/clients/${pick(clients, a)}`),
          async () => owner.patch(`/v1/members/${member.userId}`, { role: pick(["member", "manager"], b) }),
          async () => void (await pick(tabs, a).copy.refresh(await positionNow(member))),
          async () => void (await Promise.all(tabs.map(({ copy }) => copy.refresh()))),
          async () => void tabs.splice(a % 2, 1, await resumeTab(member, device)),
          async () => {
            const { events, next } = await eventsOf(member, cursor);
            cursor = next;
            for (const { copy } of tabs) copy.applyEvents(b % 2 === 0 ? events : events.toReversed());
          },
        ];
        await pick(acts, kind)();
      }
      await Promise.all(tabs.map(({ copy }) => copy.refresh()));
      for (const { settle } of tabs) await settle();
      const later = await openTab(member, device);
      await later.copy.refresh();
      for (const { shown } of [...tabs, later]) assert.deepEqual({ ...shown }, await shownBy(member));
    }),
    { numRuns: 25 },
  );
});
