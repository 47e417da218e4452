import { moneyIn, reachOf } from "#identity/access.ts";
import { byId } from "#identity/by-id.ts";
import { addOperations, type Operations, type RequestOf } from "#identity/http/operations.ts";
import type { Database, Transaction } from "#platform/database/database.ts";
import { notFound } from "#platform/errors.ts";
import { targetOf } from "#platform/http/contract/target.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { readGrid } from "./grid.ts";
import { TimesheetGrid, TimesheetGridQuery } from "./grid-schemas.ts";
import { findSheet, listSheets, refuseReading, type SheetScope } from "#tracking/month/timesheets/list-sheets.ts";
import { findStatement, listSteps } from "#tracking/month/timesheets/queries.ts";
import type { Sheet } from "#tracking/month/timesheets/read-sheets.ts";
import { readStatement } from "./read-statement.ts";
import { scopeOf, type Verb } from "./refuse-transition.ts";
import {
  ListTimesheets,
  Rejection,
  StatementQuery,
  Timesheet,
  TimesheetBatch,
  TimesheetPage,
  TimesheetStatement,
  TimesheetWithSteps,
  Transition,
  Transitions,
} from "#tracking/month/timesheets/schemas.ts";
import { digestOf, sheetTag, shownSheet } from "#tracking/month/timesheets/to-timesheet.ts";
import { changeTimesheet, changeTimesheets } from "./transitions.ts";

const operations = {
  listTimesheets: {
    at: "GET /timesheets",
    access: "timesheets:read",
    summary: "List timesheets",
    description:
      "By first day, latest first, then by member: those of active members since they joined, and others that have entries or were ever submitted. Members see their own, and leads of teams also see those of their teams' members.",
    query: ListTimesheets,
    reply: TimesheetPage,
    others: [422],
  },
  getTimesheetGrid: {
    at: "GET /timesheets/grid",
    access: "timesheets:read",
    summary: "Get the timesheets of many members side by side",
    description:
      "All timesheets of a range by member, with warnings for approvers: working days without entries, overlapping entries and running timers. At most 20,000.",
    query: TimesheetGridQuery,
    reply: TimesheetGrid,
    others: [422],
  },
  getTimesheet: {
    at: "GET /timesheets/:id",
    access: "timesheets:read",
    summary: "Get a timesheet",
    description: "Includes every submission, withdrawal and decision, with its author and note.",
    reply: TimesheetWithSteps,
    others: [304, 404],
  },
  getTimesheetStatement: {
    at: "GET /timesheets/:id/statement",
    access: "timesheets:read",
    summary: "Get the statement of an approved timesheet",
    description:
      "The statement stored by the latest approval, or that of a `revision`. Only its `userName` ever changes. docs/use/timesheets.md says how to verify its hash.",
    query: StatementQuery,
    reply: TimesheetStatement,
    others: [304, 404, 422],
  },
  submitTimesheet: {
    ...transition("submit"),
    summary: "Submit a timesheet",
    description:
      "Closes an open or rejected timesheet whose period has begun: its entries are locked until it is withdrawn, rejected or reopened. It may have no entries. Refused while a timer that began in the period is running (409 `timer_running`). Concurrent writes of the member's entries are either included in its figures, or refused.",
  },
  withdrawTimesheet: {
    ...transition("withdraw"),
    summary: "Withdraw a submitted timesheet",
    description: "Opens it again, if nobody has decided on it yet.",
  },
  approveTimesheet: {
    ...transition("approve"),
    summary: "Approve a submitted timesheet",
    description: "Stores its statement: the approved entries and figures, with a hash to verify them.",
  },
  rejectTimesheet: {
    ...transition("reject"),
    summary: "Reject a submitted timesheet",
    description: "Needs a `note`. Its entries can be changed, and it can be submitted again.",
  },
  reopenTimesheet: {
    ...transition("reopen"),
    summary: "Reopen an approved timesheet",
    description:
      "Needs a `note`, except to undo your own approval within the organization's `graceMinutes`. Its statement is kept, and billed entries stay locked.",
  },
  submitTimesheets: { ...transitions("submit"), summary: "Submit up to 500 timesheets" },
  approveTimesheets: { ...transitions("approve"), summary: "Approve up to 500 timesheets" },
  reopenTimesheets: { ...transitions("reopen"), summary: "Reopen up to 500 timesheets" },
} as const satisfies Operations;

type Asked<Name extends keyof typeof operations> = RequestOf<(typeof operations)[Name]>;

/** Members submit timesheets (weeks or months), and approvers decide on them. */
export async function timesheetRoutes(app: HttpApp, { db, mutate, now }: TrackingDeps): Promise<void> {
  const inPath = (scope: SheetScope) =>
    byId(({ actor, params }) => findSheet(db, actor, scope, params.id, now()), "timesheet");
  const toRead = inPath("timesheets:read");
  const toWrite = inPath(scopeOf("submit"));
  const toDecide = inPath(scopeOf("approve"));
  const change = (verb: Verb) => async (tx: Transaction, request: Asked<"submitTimesheet">) => {
    const options = { note: request.body?.note, now: now() };
    const shown = shownSheet(await changeTimesheet(tx, request.actor, verb, targetOf(request), options), request.actor);
    return { body: shown, etag: sheetTag(shown) };
  };
  const changeMany =
    (verb: Verb) =>
    async (tx: Transaction, { actor, body }: Asked<"submitTimesheets">) => {
      const sheets = await changeTimesheets(tx, actor, verb, body.timesheets, { note: body.note, now: now() });
      return { body: { data: sheets.map((sheet) => shownSheet(sheet, actor)) } };
    };
  addOperations(
    app,
    operations,
    {
      tag: "Timesheets",
      mutate,
      find: {
        getTimesheet: toRead,
        getTimesheetStatement: toRead,
        submitTimesheet: toWrite,
        withdrawTimesheet: toWrite,
        approveTimesheet: toDecide,
        rejectTimesheet: toDecide,
        reopenTimesheet: toDecide,
      },
    },
    {
      async listTimesheets({ actor, query }) {
        const { sheets, nextCursor } = await listSheets(db, actor, query, now());
        return { body: { data: sheets.map((sheet) => shownSheet(sheet, actor)), nextCursor } };
      },
      getTimesheetGrid: async ({ actor, query }) => ({ body: await readGrid(db, actor, query, now()) }),
      getTimesheet: async (request) => withSteps(db, request, await toRead(request)),
      getTimesheetStatement: async (request) => statementOf(db, request, await toRead(request)),
      submitTimesheet: change("submit"),
      withdrawTimesheet: change("withdraw"),
      approveTimesheet: change("approve"),
      rejectTimesheet: change("reject"),
      reopenTimesheet: change("reopen"),
      submitTimesheets: changeMany("submit"),
      approveTimesheets: changeMany("approve"),
      reopenTimesheets: changeMany("reopen"),
    },
  );
}

function transition<V extends Verb>(verb: V) {
  return {
    at: `POST /timesheets/:id/${verb}`,
    access: scopeOf(verb),
    body: verb === "reject" ? Rejection : { ...Transition, "x-optional": true },
    reply: Timesheet,
    others: [400, 404, 409, 412, 422],
  } as const;
}

function transitions<V extends Verb>(verb: V) {
  return {
    at: `POST /timesheets/batch/${verb}`,
    access: scopeOf(verb),
    description: "Changes all of them, or none. Each is refused for the same reasons as a single one.",
    body: Transitions,
    reply: TimesheetBatch,
    others: [400, 404, 409, 412, 422],
  } as const;
}

async function withSteps(db: Database, { actor }: Asked<"getTimesheet">, sheet: Sheet) {
  refuseReading(actor, sheet);
  const shown = shownSheet(sheet, actor);
  const steps = await listSteps(db, actor.orgId, sheet.id);
  return { body: { ...shown, steps }, etag: sheetTag(shown) };
}

async function statementOf(db: Database, { actor, query }: Asked<"getTimesheetStatement">, sheet: Sheet) {
  refuseReading(actor, sheet);
  const row = await findStatement(db, actor.orgId, sheet.id, query.revision);
  if (row === undefined) throw notFound("statement");
  const showsAmounts = moneyIn(reachOf(actor, "costs:read"), sheet.user_id) !== "none";
  const viewerId = sheet.user_id === actor.userId ? undefined : viewerOf(actor);
  const body = await readStatement(db, actor.orgId, row, { viewerId, showsAmounts });
  return { body, etag: `"${row.hash.slice(0, 32)}-${digestOf(body)}"` };
}
