// Requests that people made of an agent, carried out once by a model that sees only the texts of results and once by
// one that sees only their data. It is noon on Wednesday, 25 November 2026, in Berlin.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import type { Json } from "@stint/server/test/worlds/test-app.ts";
import { readOnly, type Reader, type Shown } from "./only.ts";
import { agentOf, freshOwner } from "./world.ts";

export type Ask = Reader["call"];

type World = Awaited<ReturnType<typeof requestWorld>>;

export interface Request {
  asked: string;
  /** The most calls and tokens that it may take: what it took before, where the request could be carried out. */
  calls: number;
  tokens: number;
  run(ask: Ask, given: World): Promise<unknown>;
}

export async function requestWorld() {
  const served = await freshOwner();
  const { owner } = served;
  const ok = async (reply: Promise<{ status: number; json: Json; text: string }>) => {
    const { status, json, text } = await reply;
    assert.ok(status < 300, text);
    return json;
  };
  const patient = (await ok(owner.post("/v1/clients", { name: "Linden Clinic" }))).id;
  const acme = (await ok(owner.post("/v1/clients", { name: "Acme" }))).id;
  await ok(
    owner.post("/v1/rates", {
      kind: "billable",
      scope: "organization",
      rateMinor: 9000,
      effectiveFrom: "2020-01-01",
    }),
  );
  const budget = { kind: "time", seconds: 36_000, period: "monthly" };
  const website = await newProject(owner, { clientId: acme, budget });
  const support = await newProject(owner, { name: "Support" });
  await newProject(owner, { name: "Patient booking", clientId: patient }, { name: "Design" });
  const member = await served.world.newMember(owner, "member");
  const at = (day: string, time: string, minutes: number) => ({
    startedAt: `2026-${day}T${time}:00Z`,
    durationSeconds: minutes * 60,
    billable: true,
  });
  await newEntry(owner, website, { ...at("08-10", "08:00", 180), description: "launch" });
  await newEntry(owner, website, { ...at("11-23", "08:00", 120), description: "NW-8 login", tags: ["review"] });
  await newEntry(owner, website, { ...at("11-24", "08:00", 120), description: "header" });
  await newEntry(owner, support, { ...at("11-19", "13:30", 90), description: "call" });
  await newEntry(owner, website, { ...at("11-25", "08:00", 90), description: "landing", tags: ["design"] });
  await newEntry(owner, support, { ...at("11-25", "09:30", 52), description: "mail" });
  await newEntry(member, website, { ...at("11-18", "09:00", 60), description: "tests" });
  await ok(owner.patch("/v1/organization", { approvals: { period: "week", from: "2026-11-02" } }));
  const agent = await agentOf(served, owner);
  const descriptions = async (query: string): Promise<string[]> =>
    (await ok(owner.get(`/v1/time-entries?sort=startedAt&${query}`))).data.map(({ description }: Json) => description);
  return { ...served, ok, agent, website, support, descriptions };
}

/** Previews a change and makes it, as after the person has agreed. */
export async function agreed(ask: Ask, args: object, tool = "change_time"): Promise<Json> {
  const { token } = await ask(tool, args);
  return ask(tool, { ...args, token });
}

export const references = (entries: Json[]) => entries.map(({ entry, version }) => ({ entry, version }));

/** Carries out the requests in their order, from either form of the results. */
export function replay(requests: readonly Request[]): void {
  for (const shown of ["content", "structuredContent"] satisfies Shown[])
    void test(`each of these requests is carried out from ${shown} alone`, async (context) => {
      const given = await requestWorld();
      const reader = await readOnly(given.agent, shown);
      for (const { asked, calls, tokens, run } of requests)
        await context.test(asked, async () => {
          await run(reader.call, given);
          const used = reader.count();
          context.diagnostic(`${used.calls} calls, ${used.tokens} tokens: ${asked}`);
          assert.ok(used.calls <= calls, `${used.calls} calls`);
          assert.ok(used.tokens <= tokens, `${used.tokens} tokens`);
        });
    });
}
