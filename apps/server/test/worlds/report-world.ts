import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "#platform/database/database.ts";
import { formatInstant } from "#platform/time.ts";
import { newProject } from "./factories.ts";
import type { Model, ModelEntry } from "./summary-model.ts";
import type { Caller, Json, TestApp } from "./test-app.ts";

export const zones = `
  Africa/Cairo Africa/Casablanca Africa/Johannesburg America/Adak America/Argentina/Buenos_Aires America/Caracas
  America/Chicago America/Havana America/New_York America/Santiago America/St_Johns Antarctica/Troll Asia/Gaza
  Asia/Kathmandu Asia/Kolkata Asia/Tehran Asia/Tokyo Atlantic/Azores Australia/Eucla Australia/Lord_Howe Europe/Berlin
  Europe/Dublin Europe/London Pacific/Apia Pacific/Auckland Pacific/Chatham Pacific/Kiritimati Pacific/Marquesas
  Pacific/Niue Pacific/Tongatapu UTC`
  .trim()
  .split(/\s+/);

const tags = ["Design", "design", "DESIGN", "dev", "Dev", "Été", "été", "b", "\u{1f600}", "\uff42"];
const descriptions = ["", "Landing page", "PAGE two", "100 % done", "under_score", "back\\slash"];
const minuteMs = 60_000;

/** Days near the end of a year or a month, or near a change of a time zone's offset. */
const turns: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("2025-12-31", "2026-01-01", "2026-02-28", "2026-03-01", "2026-03-31", "2026-04-01", "2026-06-30"),
  fc.constantFrom("2011-12-29", "2011-12-30", "2011-12-31", "2026-07-31"),
  fc.tuple(fc.constantFrom(...zones), fc.constantFrom("2026-01-15", "2026-07-15")).map(([timeZone, day]) => {
    const change = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone }).getTimeZoneTransition("next");
    return change === null || change.year > 2026 ? day : change.toPlainDate().toString();
  }),
);

/** Instants at or near the midnight at which one of these days begins in some time zone. */
export const nearMidnight: fc.Arbitrary<string> = fc
  .tuple(
    turns,
    fc.constantFrom(...zones),
    fc.oneof(
      fc.constantFrom(0, -1, 1, -1000, 15 * minuteMs, -30 * minuteMs, 60 * minuteMs, -60 * minuteMs),
      fc.integer({ min: -36 * 60, max: 36 * 60 }).map((minutes) => minutes * minuteMs),
    ),
  )
  .map(([day, timeZone, awayMs]) =>
    formatInstant(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone }).epochMilliseconds + awayMs),
  );

export const dayNear: fc.Arbitrary<string> = fc
  .tuple(turns, fc.constantFrom(0, 0, -1, 1, 10))
  .map(([day, days]) => Temporal.PlainDate.from(day).add({ days }).toString());

interface Place {
  projectId: string;
  taskId: string;
}

/** An organization with many entries that are changed only through the API, and a model of its contents. */
export interface World {
  owner: Caller;
  members: Caller[];
  places: Place[];
  clients: string[];
  model: Model;
  fill(count: number, seed: number): Promise<void>;
  /** Moves, restarts, retags, deletes and restores `count` of the entries. */
  edit(count: number, seed: number): Promise<void>;
  /** Makes every third entry look as if it had been created before sources were recorded. */
  age(): Promise<void>;
}

export async function newWorld(
  { newOrganization, newMember, db }: TestApp,
  timeZone = "Europe/Berlin",
): Promise<World> {
  const owner = await newOrganization({ timeZone });
  const members = [owner, await newMember(owner, "manager"), await newMember(owner, "member")];
  members.push(await newMember(owner, "member"));
  const names = new Map<string, string>();
  for (const { id, name } of await db.query<{ id: string; name: string }>(
    sql`select id, name from users where id = any(${members.map(({ userId }) => userId)})`,
  ))
    names.set(id, name);
  const make = async (path: string, body: { name?: string; [field: string]: unknown }): Promise<string> => {
    const made = await owner.post(path, body);
    assert.equal(made.status, 201, made.text);
    names.set(made.json.id, body.name ?? "");
    return made.json.id;
  };
  const clients = [await make("/v1/clients", { name: "Acme" }), await make("/v1/clients", { name: "Übel & Söhne" })];
  const clientOf = new Map<string, string | null>();
  const places: Place[] = [];
  for (const [index, project] of [
    { clientId: clients[0], rounding: { mode: "up", minutes: 15 } },
    { clientId: clients[0], budget: { kind: "time", seconds: 3600 } },
    { clientId: clients[1], billable: false },
    { rounding: { mode: "nearest", minutes: 6 } },
    {},
  ].entries()) {
    const name = `Project ${index}`;
    const { projectId, taskId } = await newProject(owner, { name, ...project }, { name: `Task of ${index}` });
    clientOf.set(projectId, project.clientId ?? null);
    names.set(projectId, name).set(taskId, `Task of ${index}`);
    const other = await make(`/v1/projects/${projectId}/tasks`, {
      name: `Other of ${index}`,
      billable: index % 2 === 0,
    });
    places.push({ projectId, taskId }, { projectId, taskId: other });
  }
  const [first] = places;
  for (const rate of [
    { kind: "billable", scope: "member", userId: owner.userId, rateMinor: 9000 },
    { kind: "billable", scope: "project", projectId: first?.projectId, rateMinor: 12_345 },
    { kind: "billable", scope: "member", userId: members[2]?.userId, rateMinor: 7777, effectiveFrom: "2026-01-01" },
    { kind: "cost", scope: "organization", rateMinor: 4001 },
  ])
    await make("/v1/rates", rate);

  const teams = [];
  for (const people of [
    [members[0], members[2]],
    [members[2], members[3]],
  ]) {
    const memberIds = people.flatMap((member) => member?.userId ?? []);
    teams.push({ id: await make("/v1/teams", { name: `Team ${teams.length}`, memberIds }), memberIds });
  }

  const live = new Map<string, ModelEntry>();
  const deleted = new Map<string, ModelEntry>();
  const model: Model = { timeZone, weekStart: "monday", entries: [], teams, names };
  let refs = 0;

  function keep(shown: Json): void {
    const isChanged = live.get(shown.id)?.version !== shown.version;
    live.set(shown.id, { ...shown, clientId: clientOf.get(shown.projectId) ?? null });
    if (isChanged) for (const tag of shown.tags) names.set(tag.toLowerCase(), tag);
    model.entries = [...live.values()];
  }

  const place = fc.constantFrom(...places);
  const fields = {
    startedAt: nearMidnight,
    durationSeconds: fc.oneof(fc.constantFrom(0, 1, 3600, 604_800), fc.integer({ min: 0, max: 30_000 })),
    tags: fc.oneof(fc.constant([]), fc.array(fc.constantFrom(...tags), { maxLength: 4 })),
    billable: fc.constantFrom(null, null, true, false),
    userId: fc.constantFrom(...members.map(({ userId }) => userId)),
  };
  const body = fc
    .record({
      ...fields,
      place,
      description: fc.constantFrom(...descriptions),
      hasRef: fc.nat({ max: 9 }),
      source: fc.constantFrom("api", "cli", "mcp", "calendar"),
    })
    .map(({ place: where, hasRef, ...rest }) => ({ ...where, ...rest, ...(hasRef > 0 ? {} : { externalRef: "" }) }));
  const change = fc.oneof(
    place.map((where): Json => where),
    fc
      .record({ ...fields, place }, { requiredKeys: [] })
      .map(({ place: where, ...rest }): Json => ({ ...where, ...rest })),
    fc.constantFrom("delete", "delete", "restore"),
  );

  return {
    owner,
    members,
    places,
    clients,
    model,
    async fill(count, seed) {
      const entries = fc.sample(body, { numRuns: count, seed }).map((entry) => ({
        ...entry,
        ...("externalRef" in entry ? { externalRef: `ref ${++refs}` } : {}),
      }));
      const made = await owner.post("/v1/time-entries/batch", { entries });
      assert.equal(made.status, 201, made.text);
      for (const shown of made.json.data) keep(shown);
      // Collect statistics, because without them the planner cannot choose the right index. In production, autovacuum
      // collects them.
      await db.query(sql`analyze time_entries`);
    },
    async edit(count, seed) {
      for (const [what, at] of fc.sample(fc.tuple(change, fc.nat()), { numRuns: count, seed })) {
        const from = what === "restore" ? deleted : live;
        const entry = [...from.values()][at % Math.max(from.size, 1)];
        if (entry === undefined) continue;
        const path = `/v1/time-entries/${entry.id}`;
        if (what === "delete") {
          assert.equal((await owner.delete(path)).status, 204);
          live.delete(entry.id);
          deleted.set(entry.id, entry);
          model.entries = [...live.values()];
          continue;
        }
        const answer = what === "restore" ? await owner.post(`${path}/restore`) : await owner.patch(path, what);
        assert.equal(answer.status, 200, answer.text);
        deleted.delete(entry.id);
        keep(answer.json);
      }
    },
    async age() {
      const old = [...live.values()].filter((_, at) => at % 3 === 0);
      const ids = old.map(({ id }) => id);
      await db.query(sql`update time_entries set source = null where org_id = ${owner.orgId} and id = any(${ids})`);
      for (const entry of old) entry.source = null;
    },
  };
}
