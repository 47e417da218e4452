import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Month,
  newMonths,
  noon,
  ok,
  people,
  type Person,
  type State,
  states,
} from "#test/worlds/closed-months.ts";
import { applied, previewed, settled, togglCsv, undone } from "#test/worlds/import-files.ts";
import { type Answer, type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";

const world = await newTestApp({ now: () => new Date("2026-04-10T08:00:00Z") });

/** A way to change many entries at once, which skips locked entries. */
interface Door {
  /** Makes the change. Returns the error, or the numbers of changed and skipped entries. */
  open(caller: Caller, month: Month, importId: string): Promise<Answer | { changed: number; skipped: number }>;
  /** The callers who may make the change. All others get a 403. */
  may: readonly Person[];
  /** The people whose requests affect the member's entry. Requests by others change nothing. */
  reaches: readonly Person[];
  /** The states in which the entry is skipped. */
  skips: readonly State[];
}

const managers: readonly Person[] = ["owner", "admin", "manager"];
const closed: readonly State[] = ["submitted", "approved", "before the lock date"];
const locked: readonly State[] = [...closed, "billed"];

/** A bulk change that recomputes rates or rounding. */
function recomputing(path: string): Door {
  return {
    open: async (caller, { start, end, userId }) => {
      const answer = await caller.post(path, { apply: true, userId: [userId], from: start, to: end });
      if (answer.status >= 300) return answer;
      const { entries } = answer.json;
      return { changed: entries, skipped: 1 - entries };
    },
    may: managers,
    reaches: managers,
    skips: locked,
  };
}

const doors: Record<string, Door> = {
  "rename its tag": {
    open: async (caller, { start }) => {
      const answer = await caller.post("/v1/tags/rename", { from: [start], to: `${start} renamed` });
      return answer.status >= 300 ? answer : { changed: answer.json.changed, skipped: answer.json.locked };
    },
    may: [...managers, "lead", "member", "colleague"],
    reaches: [...managers, "lead", "member"],
    skips: locked,
  },
  reprice: recomputing("/v1/rates/reprice"),
  "round again": recomputing("/v1/time-entries/reround"),
  import: {
    open: async (caller, month) => {
      const file = await csvOf(month);
      const options = { raw: file, headers: { "content-type": "text/csv" } };
      const asked = await caller.send("POST", "/v1/imports", undefined, options);
      if (asked.status >= 300) return asked;
      const { id, preview } = await settled(caller, asked.json.id);
      const skipped = preview.leftOut.reduce((sum: number, { rows }: Json) => sum + rows, 0);
      await applied(caller, id);
      const listed = await ok(
        caller.get(`/v1/time-entries?userId=${month.userId}&q=Imported&from=${month.start}&to=${month.end}`),
      );
      return { changed: listed.data.length, skipped };
    },
    may: ["owner", "admin"],
    reaches: ["owner", "admin"],
    skips: closed,
  },
  "undo an import": {
    open: async (caller, _month, importId) => {
      if (!["owner", "admin"].includes((await ok(caller.get("/v1/me"))).role))
        return caller.delete(`/v1/imports/${importId}`);
      // `kept` also contains the project, so count only the entry. A billed entry is kept as "changed since", because
      // the billing gave it a new version.
      const { kept } = await undone(caller, importId);
      const skipped = kept.filter(({ reason }: Json) => /locked|changed since/.test(reason)).length;
      return { changed: 1 - skipped, skipped };
    },
    may: ["owner", "admin"],
    reaches: ["owner", "admin"],
    skips: locked,
  },
};

let email = "";

/** Returns a CSV file with one entry of the member in the month. */
async function csvOf({ start }: Month): Promise<string> {
  const day = Temporal.PlainDate.from(start).add({ days: 14 });
  return togglCsv([
    { email, date: String(day), time: noon("").slice(1, 9), project: "Imported", description: "Imported" },
  ]);
}

for (const state of states)
  test(`time that is ${state}: every person at every door to many entries`, async () => {
    const imports = new Map<string, string>();
    const { callers, months } = await newMonths(world, state, people.length * Object.keys(doors).length, prepare);
    async function prepare({ owner, member }: Record<Person, Caller>, all: Month[]): Promise<void> {
      email = (await ok(member.get("/v1/me"))).user.email;
      // Import an entry only into the months in which the owner and the admin will undo an import. The loop below takes
      // the months from the end, so count from the end too.
      for (const month of all) {
        const at = all.length - 1 - all.indexOf(month);
        const [person, door] = [people[Math.floor(at / Object.keys(doors).length)], at % Object.keys(doors).length];
        if (door !== Object.keys(doors).indexOf("undo an import") || (person !== "owner" && person !== "admin"))
          continue;
        const { id } = await previewed(owner, await csvOf(month));
        await applied(owner, id);
        imports.set(month.start, id);
      }
    }
    const { owner } = callers;
    const [{ where } = assert.fail()] = months;
    await ok(owner.patch(`/v1/projects/${where.projectId}`, { rounding: { mode: "up", minutes: 7 } }));
    await ok(
      owner.post("/v1/rates", { kind: "billable", scope: "project", projectId: where.projectId, rateMinor: 777 }),
    );
    for (const person of people)
      for (const [name, { open, may, reaches, skips }] of Object.entries(doors)) {
        const month = months.pop() ?? assert.fail();
        const importId = imports.get(month.start) ?? [...imports.values()][0] ?? "";
        const done = await open(callers[person], month, importId);
        const title = `${name} by the ${person}`;
        if (!may.includes(person)) {
          assert.ok("status" in done, title);
          assert.deepEqual([title, done.status, done.json.code], [title, 403, "forbidden"]);
          continue;
        }
        const isSkipped = skips.includes(state);
        const expected = reaches.includes(person)
          ? { changed: Number(!isSkipped), skipped: Number(isSkipped) }
          : { changed: 0, skipped: 0 };
        assert.deepEqual([title, "status" in done ? done.text : done], [title, expected]);
      }
  });
