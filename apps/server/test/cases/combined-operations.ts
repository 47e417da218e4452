import assert from "node:assert/strict";
import type { Scope } from "#identity/access.ts";
import { newProject } from "#test/worlds/factories.ts";
import { applied, previewed, ratedCsv } from "#test/worlds/import-files.ts";
import type { Caller, Json } from "#test/worlds/test-app.ts";

interface Send {
  method: "POST" | "PATCH" | "DELETE" | "GET";
  path: string;
  body?: Json;
}

/** An operation that also does the work of other operations, or shows the same data as they do. */
interface Combined {
  name: string;
  /** The scope that the operation itself needs. */
  scope: Scope;
  /** The scopes of those other operations. */
  also: Scope[];
  prepare: (owner: Caller) => Promise<Send>;
}

const person = "mara@rival.example";
const invite = { people: { [person]: { invite: person, role: "manager" } } };
const later = () => new Date(Date.now() + 86_400_000).toISOString();

async function newImport(owner: Caller, choices: object = {}): Promise<string> {
  const { id } = await previewed(owner, ratedCsv("EUR"));
  const answer = await owner.patch(`/v1/imports/${id}`, choices);
  assert.equal(answer.status, 200, answer.text);
  return id;
}

export async function newAppliedImport(owner: Caller, choices: object): Promise<string> {
  const id = await newImport(owner, choices);
  assert.equal((await applied(owner, id)).status, "applied");
  return id;
}

const newSavedReport = async (owner: Caller, query: object): Promise<string> =>
  (await owner.post("/v1/saved-reports", { name: "Hours", query })).json.id;

export const money = { kind: "cost", amountMinor: 5000 };
const hook = { url: "http://127.0.0.1:9/hook" };

export const combined: Combined[] = [
  {
    name: "an import is told to invite",
    scope: "imports:write",
    also: ["members:write"],
    prepare: async (owner) => ({ method: "PATCH", path: `/v1/imports/${await newImport(owner)}`, body: invite }),
  },
  {
    name: "an import that invites is applied",
    scope: "imports:write",
    also: ["members:write"],
    prepare: async (owner) => ({ method: "POST", path: `/v1/imports/${await newImport(owner, invite)}/apply` }),
  },
  {
    name: "an import whose invitation is open is undone",
    scope: "imports:write",
    also: ["members:write"],
    prepare: async (owner) => ({ method: "DELETE", path: `/v1/imports/${await newAppliedImport(owner, invite)}` }),
  },
  {
    name: "an import is told to take rates over",
    scope: "imports:write",
    also: ["rates:write"],
    prepare: async (owner) => ({
      method: "PATCH",
      path: `/v1/imports/${await newImport(owner)}`,
      body: { rates: "take" },
    }),
  },
  {
    name: "an import that takes rates over is applied",
    scope: "imports:write",
    also: ["rates:write"],
    prepare: async (owner) => ({
      method: "POST",
      path: `/v1/imports/${await newImport(owner, { rates: "take" })}/apply`,
    }),
  },
  {
    name: "an import that made rates is undone",
    scope: "imports:write",
    also: ["rates:write"],
    prepare: async (owner) => ({
      method: "DELETE",
      path: `/v1/imports/${await newAppliedImport(owner, { rates: "take" })}`,
    }),
  },
  {
    name: "a project is made with a budget of money",
    scope: "projects:write",
    also: ["costs:read"],
    prepare: async () => ({ method: "POST", path: "/v1/projects", body: { name: "Site", budget: money } }),
  },
  {
    name: "a project gets a budget of money",
    scope: "projects:write",
    also: ["costs:read"],
    prepare: async (owner) => ({
      method: "PATCH",
      path: `/v1/projects/${(await newProject(owner)).projectId}`,
      body: { budget: money },
    }),
  },
  {
    name: "a project loses its budget of money",
    scope: "projects:write",
    also: ["costs:read"],
    prepare: async (owner) => ({
      method: "PATCH",
      path: `/v1/projects/${(await newProject(owner, { budget: money })).projectId}`,
      body: { budget: null },
    }),
  },
  {
    name: "a key passes a scope on",
    scope: "keys:write",
    also: ["members:write"],
    prepare: async () => ({ method: "POST", path: "/v1/api-keys", body: { name: "x", scopes: ["members:write"] } }),
  },
  {
    name: "a key is rotated",
    scope: "keys:write",
    also: ["members:write"],
    prepare: async (owner) => ({
      method: "POST",
      path: `/v1/api-keys/${(await owner.world.newKey(owner, ["members:write"])).keyId}/rotate`,
      body: {},
    }),
  },
  {
    name: "an endpoint is told of time entries and members",
    scope: "webhooks:write",
    also: ["time-entries:read", "members:read"],
    prepare: async () => ({
      method: "POST",
      path: "/v1/webhooks",
      body: { ...hook, events: ["time_entry.created", "member.added"] },
    }),
  },
  {
    name: "an endpoint gets another address",
    scope: "webhooks:write",
    also: ["members:read"],
    prepare: async (owner) => {
      const made = await owner.post("/v1/webhooks", { ...hook, events: ["member.added"] });
      return { method: "PATCH", path: `/v1/webhooks/${made.json.id}`, body: { url: `${hook.url}/elsewhere` } };
    },
  },
  {
    name: "a link shows amounts",
    scope: "reports:write",
    also: ["reports:read", "costs:read"],
    prepare: async (owner) => ({
      method: "POST",
      path: `/v1/saved-reports/${await newSavedReport(owner, { report: "summary" })}/links`,
      body: { expiresAt: later(), showsAmounts: true },
    }),
  },
  {
    name: "a link shows entries",
    scope: "reports:write",
    also: ["reports:read", "time-entries:read"],
    prepare: async (owner) => ({
      method: "POST",
      path: `/v1/saved-reports/${await newSavedReport(owner, { report: "detailed" })}/links`,
      body: { expiresAt: later() },
    }),
  },
  {
    name: "a saved report shows entries",
    scope: "reports:read",
    also: ["time-entries:read"],
    prepare: async (owner) => ({
      method: "GET",
      path: `/v1/saved-reports/${await newSavedReport(owner, { report: "detailed" })}/figures`,
    }),
  },
  {
    name: "a saved report shows costs",
    scope: "reports:read",
    also: ["costs:read"],
    prepare: async (owner) => ({
      method: "GET",
      path: `/v1/saved-reports/${await newSavedReport(owner, { report: "costs" })}/figures`,
    }),
  },
];
