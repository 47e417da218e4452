import assert from "node:assert/strict";
import { test } from "node:test";
import {
  digestOf,
  type Month,
  newMonths,
  noon,
  note,
  people,
  type Person,
  type State,
  states,
} from "#test/worlds/closed-months.ts";
import { type Answer, type Caller, newTestApp } from "#test/worlds/test-app.ts";

const world = await newTestApp({ now: () => new Date("2026-04-10T08:00:00Z") });

interface Door {
  open(caller: Caller, month: Month): Promise<Answer>;
  /** The callers who may make the change. All others get a 403. */
  may: readonly Person[];
  /** The error in each state. In all other states, the change succeeds. */
  refused: Partial<Record<State, { status: number; code: string }>>;
}

const writers: readonly Person[] = ["owner", "admin", "manager", "lead", "member"];
const managers: readonly Person[] = ["owner", "admin", "manager"];
const deciders: readonly Person[] = [...managers, "lead"];

const locked = { status: 409, code: "period_locked" };
const wrongState = { status: 409, code: "timesheet_state" };
const closed = { submitted: locked, approved: locked, "before the lock date": locked };
/** The errors for changes to an existing entry, which can also be billed. */
const closedOrBilled = { ...closed, billed: { status: 409, code: "billed" } };

const inside = ({ start, where, userId }: Month) => ({ ...where, userId, startedAt: noon(start), durationSeconds: 60 });
const path = "/v1/time-entries";

/** Returns the error for all states except these. */
function unless(...open: State[]): Door["refused"] {
  return Object.fromEntries(states.filter((state) => !open.includes(state)).map((state) => [state, wrongState]));
}

const doors: Record<string, Door> = {
  create: { open: (caller, month) => caller.post(path, inside(month)), may: writers, refused: closed },
  "create in a batch": {
    open: (caller, month) => caller.post(`${path}/batch`, { entries: [inside(month)] }),
    may: writers,
    refused: closed,
  },
  change: {
    open: (caller, { entryId }) => caller.patch(`${path}/${entryId}`, { description: "changed" }),
    may: writers,
    refused: closedOrBilled,
  },
  "change in a batch": {
    open: (caller, { entryId }) =>
      caller.patch(`${path}/batch`, { entries: [{ id: entryId, description: "changed" }] }),
    may: writers,
    refused: closedOrBilled,
  },
  "move to another month": {
    open: (caller, { entryId }) => caller.patch(`${path}/${entryId}`, { startedAt: "2026-04-02T12:00:00Z" }),
    may: writers,
    refused: closedOrBilled,
  },
  "give to a colleague": {
    open: (caller, { entryId, colleagueId }) => caller.patch(`${path}/${entryId}`, { userId: colleagueId }),
    may: managers,
    refused: closedOrBilled,
  },
  "take from a colleague": {
    open: (caller, { othersId, userId }) => caller.patch(`${path}/${othersId}`, { userId }),
    may: managers,
    refused: closed,
  },
  delete: {
    open: (caller, { entryId }) => caller.delete(`${path}/${entryId}`),
    may: writers,
    refused: closedOrBilled,
  },
  "delete in a batch": {
    open: (caller, { entryId }) => caller.post(`${path}/batch/delete`, { ids: [entryId] }),
    may: writers,
    refused: closedOrBilled,
  },
  restore: {
    open: (caller, { deletedId }) => caller.post(`${path}/${deletedId}/restore`),
    may: writers,
    refused: closed,
  },
  "restore in a batch": {
    open: (caller, { deletedId }) => caller.post(`${path}/batch/restore`, { ids: [deletedId] }),
    may: writers,
    refused: closed,
  },
  submit: {
    open: (caller, { sheet }) => caller.post(`${sheet}/submit`),
    may: writers,
    refused: unless("open", "rejected", "billed", "before the lock date"),
  },
  withdraw: {
    open: (caller, { sheet }) => caller.post(`${sheet}/withdraw`),
    may: writers,
    refused: unless("submitted"),
  },
  approve: {
    open: (caller, { sheet }) => caller.post(`${sheet}/approve`),
    may: deciders,
    refused: unless("submitted"),
  },
  "send back": {
    open: (caller, { sheet }) => caller.post(`${sheet}/reject`, note),
    may: deciders,
    refused: unless("submitted"),
  },
  reopen: {
    open: (caller, { sheet }) => caller.post(`${sheet}/reopen`, note),
    may: deciders,
    refused: unless("approved"),
  },
  bill: {
    open: (caller, { start, end, userId }) =>
      caller.post("/v1/billing-batches", {
        filter: { from: start, to: end, userId: [userId], approval: ["open", "rejected", "submitted", "approved"] },
        reference: start,
      }),
    may: managers,
    refused: { billed: { status: 422, code: "nothing_to_bill" } },
  },
};

for (const state of states)
  test(`time that is ${state}: every person at every door`, async () => {
    const { callers, months } = await newMonths(world, state, people.length * Object.keys(doors).length);
    const before = await digestOf(world, callers.owner);
    const opened: [string, () => Promise<Answer>][] = [];
    for (const person of people)
      for (const [name, { open, may, refused }] of Object.entries(doors)) {
        const month = months.pop();
        assert.ok(month !== undefined);
        const title = `${name} by the ${person}`;
        const expected = may.includes(person) ? refused[state] : { status: 403, code: "forbidden" };
        const knock = () => open(callers[person], month);
        if (expected === undefined) opened.push([title, knock]);
        else {
          const { status, json, text } = await knock();
          assert.deepEqual([title, status, json.code], [title, expected.status, expected.code], text);
        }
      }
    assert.deepEqual(await digestOf(world, callers.owner), before, "no refusal changes anything");
    for (const [title, knock] of opened) {
      const { status, text } = await knock();
      assert.ok(status < 300, `${title}: ${status} ${text}`);
    }
    assert.ok(opened.length > 0);
  });
