import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sql } from "#platform/database/database.ts";
import { newProject } from "#test/worlds/factories.ts";
import { settled, togglCsv, upload } from "#test/worlds/import-files.ts";
import { type Answer, type Caller, newTestApp } from "#test/worlds/test-app.ts";

// RULE_RUNS=500 makes the test run for several minutes; RULE_SEED repeats a failed run.
const numRuns = Number(process.env["RULE_RUNS"] ?? 8);
const seed = Number(process.env["RULE_SEED"] ?? 20_260_310);

const path = "/v1/time-entries";
const now = new Date("2026-03-10T18:00:00Z");
const earliest = "2026-03-08T00:00:00Z";
const longestTimerSeconds = 7200;
const rules = { requireDescription: true, requireTag: true, overlaps: "refuse", latestDays: 2, longestTimerSeconds };
const app = await newTestApp({ now: () => now });

interface World {
  owner: Caller;
  member: Caller;
  where: { projectId: string; taskId: string };
  ids: Set<string>;
  /** The entries created by timers. */
  timed: Set<string>;
  imports: string[];
  renames: string[];
}

type Numbers = readonly [number, number, number, number];

const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item;

/**
 * An entry's content. Some entries break rules, and many entries overlap, because there are only a few distinct start
 * times.
 */
function contentOf([, a, b, c]: Numbers) {
  return {
    startedAt: `2026-03-${pick(["07", "08", "09", "10", "10", "10"], a)}T${pick(["08", "09", "10", "11"], b)}:${pick(["00", "30"], c)}:00Z`,
    durationSeconds: pick([0, 1800, 1800, 3600, 9000], a + b),
    description: pick(["a", "b", "c", " ", ""], a + c),
    tags: pick([["x"], ["y"], ["x", "y"], []], b + c),
  };
}

function note({ ids }: World, answer: Answer): void {
  if (answer.status !== 201) return;
  const { id, data = [] } = answer.json;
  for (const made of id === undefined ? data : [answer.json]) ids.add(made.id);
}

/** Makes one write through a randomly chosen API operation, which may refuse it. */
async function act(world: World, numbers: Numbers): Promise<Answer> {
  const { owner, member, where, ids, timed, imports, renames } = world;
  const [kind, a, b] = numbers;
  const caller = pick([owner, member], a);
  const content = contentOf(numbers);
  const [startedAt, description] = [content.startedAt, content.description];
  const id = pick([...ids, "time_0"], b);
  const late = a % 5 === 0 && caller === owner ? { lateReason: "Forgotten" } : {};
  const stopped = (answer: Answer) => {
    if (answer.status !== 201) return answer;
    const entry = "stopped" in answer.json ? answer.json.stopped : answer.json;
    if (entry !== null) {
      ids.add(entry.id);
      timed.add(entry.id);
    }
    return answer;
  };
  const doors = [
    () => caller.post(path, { ...where, ...content, ...late }),
    () => caller.post(path, { ...where, ...content, ...late }, { "idempotency-key": numbers.join() }),
    () =>
      caller.post(`${path}/batch`, {
        entries: [content, contentOf([0, b, a, 1])].map((row) => ({ ...where, ...row })),
      }),
    () =>
      caller.patch(`${path}/${id}`, {
        ...pick([content, { startedAt }, { description }, { tags: content.tags }], a),
        ...late,
      }),
    () => caller.patch(`${path}/${id}`, { userId: pick([owner, member], b).userId }),
    () =>
      caller.patch(`${path}/batch`, {
        entries: [...new Set([id, pick([...ids, "time_0"], b + 1)])].map((one, at) => ({
          id: one,
          ...contentOf([0, a + at, b, at]),
        })),
      }),
    () => caller.delete(`${path}/${id}`),
    () => caller.post(`${path}/batch/delete`, { ids: [id], ...late }),
    () => caller.post(`${path}/${id}/restore`),
    () => caller.post(`${path}/batch/restore`, { ids: [id], ...late }),
    () =>
      caller
        .post("/v1/timer", { ...where, startedAt, description, tags: content.tags })
        .then((answer) => stopped(answer)),
    () => caller.patch("/v1/timer", { startedAt, description }),
    () => caller.post("/v1/timer/stop").then((answer) => stopped(answer)),
    () => owner.post("/v1/tags/rename", { from: ["x"], to: pick(["y", "X"], a) }),
    () => owner.post("/v1/tags/rename/undo", { id: pick([...renames, "rename_0"], a) }),
  ];
  const answer = await pick(doors, kind)();
  note(world, answer);
  if (kind % doors.length === 13 && answer.json.id !== null) renames.push(answer.json.id);
  if (kind % 23 === 7 && imports.length < 2) imports.push((await importRows(world, numbers)).id);
  const [undone] = kind % 23 === 8 ? imports : [];
  // Uses each import only once: a second DELETE would delete the undone import itself.
  if (undone !== undefined && (await owner.delete(`/v1/imports/${undone}`)).status === 202) imports.shift();
  return answer;
}

async function importRows({ owner, member }: World, [, a, b, c]: Numbers): Promise<{ id: string }> {
  const rows = [a, b, c].map((number) => {
    const { startedAt, durationSeconds, description, tags } = contentOf([0, number, a, b]);
    const [date, time] = [startedAt.slice(0, 10), startedAt.slice(11, 19)];
    return { date, time, seconds: durationSeconds, description, tags: tags.join(), email: "kim@example.com" };
  });
  const { id } = await upload(owner, togglCsv(rows), "?source=toggl");
  await settled(owner, id);
  await owner.patch(`/v1/imports/${id}`, {
    people: { "kim@example.com": { userId: member.userId } },
    duplicates: "add",
  });
  await settled(owner, id);
  const begun = await owner.post(`/v1/imports/${id}/apply`);
  assert.equal(begun.status, 202, begun.text);
  return { id };
}

interface Stored {
  id: string;
  user_id: string;
  started_at: string;
  duration_seconds: number;
  description: string;
  tags: string[];
  breaks: string[] | null;
  late_reason: string | null;
  is_imported: boolean;
}

async function assertMarked({ owner, timed }: World): Promise<number> {
  const stored = await app.db.query<Stored>(sql`
    select *, exists (select from import_keys k where k.org_id = e.org_id and k.entry_id = e.id) as is_imported
      from time_entries e where org_id = ${owner.orgId} and deleted_at is null`);
  const marks = (entry: Stored, rule: string) => entry.breaks?.includes(rule) === true;
  const span = ({ started_at: at, duration_seconds: seconds }: Stored) =>
    [Date.parse(at), Date.parse(at) + seconds * 1000] as const;
  for (const entry of stored) {
    const shown = JSON.stringify(entry);
    assert.equal(marks(entry, "requireDescription"), entry.description.trim() === "", shown);
    assert.equal(marks(entry, "requireTag"), entry.tags.length === 0, shown);
    const isExcused = entry.late_reason !== null || entry.is_imported;
    if (entry.started_at < earliest && !isExcused) assert.ok(marks(entry, "latestDays"), shown);
    if (timed.has(entry.id))
      assert.equal(marks(entry, "longestTimerSeconds"), entry.duration_seconds > longestTimerSeconds, shown);
    for (const other of stored) {
      if (other.id <= entry.id || other.user_id !== entry.user_id) continue;
      const [[start, end], [from, to]] = [span(entry), span(other)];
      if (Math.max(start, from) < Math.min(end, to))
        assert.ok(marks(entry, "overlaps") || marks(other, "overlaps"), `${shown} ${JSON.stringify(other)}`);
    }
  }
  return stored.length;
}

test("nothing that breaks a rule is stored both unrefused and unmarked, by any door", async () => {
  const number = fc.nat({ max: 1_000_000 });
  const numbers = fc.tuple(number, number, number, number);
  // Each inner list holds writes that run concurrently.
  const steps = fc.array(fc.array(numbers, { minLength: 1, maxLength: 4 }), { minLength: 8, maxLength: 16 });
  let [stored, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(steps, async (lists) => {
      const owner = await app.newOrganization();
      const member = await app.newMember(owner, "member");
      const where = await newProject(owner);
      const set = await owner.patch("/v1/organization", { entryRules: rules });
      assert.equal(set.status, 200, set.text);
      const world: World = { owner, member, where, ids: new Set(), timed: new Set(), imports: [], renames: [] };
      for (const list of lists) {
        const before = [...world.imports];
        const work = Promise.all(before.map((id) => settled(owner, id)));
        const answers = await Promise.all(list.map((one) => act(world, one)));
        for (const { text, status } of answers) {
          assert.ok(status < 500, text);
          if (text.includes('"code":"entry_rule"')) refused++;
        }
        await work;
        for (const id of world.imports) await settled(owner, id);
        stored += await assertMarked(world);
      }
    }),
    { numRuns, seed, endOnFailure: true },
  );
  assert.ok(stored > 200 && refused > 15, `${stored} stored, ${refused} refused`);
});
