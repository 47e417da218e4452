import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { type Actor, moneyIn, reachOf } from "#identity/access.ts";
import { byId, pathFirst } from "#identity/by-id.ts";
import { notFound } from "#platform/errors.ts";
import { sendJson, sendPage, sendResource } from "#platform/http/replies/replies.ts";
import { IdParams, NotModified, problems } from "#platform/http/contract/resource-schemas.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { findSheet, listSheets, refuseReading, type SheetScope } from "./list-sheets.ts";
import { findStatement, listTransitions } from "./queries.ts";
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
} from "./schemas.ts";
import { readGrid } from "./grid.ts";
import { TimesheetGrid, TimesheetGridQuery } from "./grid-schemas.ts";
import { readStatement } from "./read-statement.ts";
import { digestOf, sheetTag, shownSheet, toStep } from "./to-timesheet.ts";
import { scopeOf, type Verb } from "./refuse-transition.ts";
import { changeTimesheet, changeTimesheets } from "./transitions.ts";

const tags = ["Timesheets"];

const singles: { verb: Verb; operationId: string; summary: string; description: string }[] = [
  {
    verb: "submit",
    operationId: "submitTimesheet",
    summary: "Submit a timesheet",
    description:
      "Closes an open or rejected timesheet whose period has begun: its entries are locked until it is withdrawn, rejected or reopened. It may have no entries. Refused while a timer that began in the period is running (409 `timer_running`). Concurrent writes of the member's entries are either included in its figures, or refused.",
  },
  {
    verb: "withdraw",
    operationId: "withdrawTimesheet",
    summary: "Withdraw a submitted timesheet",
    description: "Opens it again, if nobody has decided on it yet.",
  },
  {
    verb: "approve",
    operationId: "approveTimesheet",
    summary: "Approve a submitted timesheet",
    description: "Stores its statement: the approved entries and figures, with a hash to verify them.",
  },
  {
    verb: "reject",
    operationId: "rejectTimesheet",
    summary: "Reject a submitted timesheet",
    description: "Needs a `note`. Its entries can be changed, and it can be submitted again.",
  },
  {
    verb: "reopen",
    operationId: "reopenTimesheet",
    summary: "Reopen an approved timesheet",
    description:
      "Needs a `note`, except to undo your own approval within the organization's `graceMinutes`. Its statement is kept, and billed entries stay locked.",
  },
];

const batches: { verb: Verb; operationId: string; summary: string }[] = [
  { verb: "submit", operationId: "submitTimesheets", summary: "Submit up to 500 timesheets" },
  { verb: "approve", operationId: "approveTimesheets", summary: "Approve up to 500 timesheets" },
  { verb: "reopen", operationId: "reopenTimesheets", summary: "Reopen up to 500 timesheets" },
];

/** Members submit timesheets (weeks or months), and approvers decide on them. */
export const timesheetRoutes: FastifyPluginAsyncTypebox<TrackingDeps> = async (app, { db, mutate, now }) => {
  const inPath = (scope: SheetScope) =>
    byId(
      ({ actor, params }: { actor: Actor; params: { id: string } }) => findSheet(db, actor, scope, params.id, now()),
      "timesheet",
    );
  const toRead = inPath("timesheets:read");

  app.get(
    "/timesheets",
    {
      config: { access: "timesheets:read" },
      schema: {
        operationId: "listTimesheets",
        tags,
        summary: "List timesheets",
        description:
          "By first day, latest first, then by member: those of active members since they joined, and others that have entries or were ever submitted. Members see their own, and leads of teams also see those of their teams' members.",
        querystring: ListTimesheets,
        response: { 200: TimesheetPage, ...problems(422) },
      },
    },
    async (request, reply) => {
      const { actor, query } = request;
      const { sheets, nextCursor } = await listSheets(db, actor, query, now());
      return sendPage(request, reply, { data: sheets.map((sheet) => shownSheet(sheet, actor)), nextCursor });
    },
  );

  app.get(
    "/timesheets/grid",
    {
      config: { access: "timesheets:read" },
      schema: {
        operationId: "getTimesheetGrid",
        tags,
        summary: "Get the timesheets of many members side by side",
        description:
          "All timesheets of a range by member, with warnings for approvers: working days without entries, overlapping entries and running timers. At most 20,000.",
        querystring: TimesheetGridQuery,
        response: { 200: TimesheetGrid, ...problems(422) },
      },
    },
    async (request, reply) => sendJson(reply, 200, await readGrid(db, request.actor, request.query, now())),
  );

  app.get(
    "/timesheets/:id",
    {
      config: { access: "timesheets:read" },
      preValidation: pathFirst(toRead),
      schema: {
        operationId: "getTimesheet",
        tags,
        summary: "Get a timesheet",
        description: "Includes every submission, withdrawal and decision, with its author and note.",
        params: IdParams,
        response: { 200: TimesheetWithSteps, 304: NotModified, ...problems(404) },
      },
    },
    async (request, reply) => {
      const sheet = await toRead(request);
      refuseReading(request.actor, sheet);
      const shown = shownSheet(sheet, request.actor);
      const steps = (await listTransitions(db, request.actor.orgId, sheet.id)).map(toStep);
      return sendResource(request, reply, sheetTag(shown), { ...shown, steps });
    },
  );

  app.get(
    "/timesheets/:id/statement",
    {
      config: { access: "timesheets:read" },
      preValidation: pathFirst(toRead),
      schema: {
        operationId: "getTimesheetStatement",
        tags,
        summary: "Get the statement of an approved timesheet",
        description:
          "The statement stored by the latest approval, or that of a `revision`. Only its `userName` ever changes. docs/use/timesheets.md says how to verify its hash.",
        params: IdParams,
        querystring: StatementQuery,
        response: { 200: TimesheetStatement, 304: NotModified, ...problems(404, 422) },
      },
    },
    async (request, reply) => {
      const { actor, query } = request;
      const sheet = await toRead(request);
      refuseReading(actor, sheet);
      const row = await findStatement(db, actor.orgId, sheet.id, query.revision);
      if (row === undefined) throw notFound("statement");
      const showsAmounts = moneyIn(reachOf(actor, "costs:read"), sheet.user_id) !== "none";
      const viewerId = sheet.user_id === actor.userId ? undefined : viewerOf(actor);
      const body = await readStatement(db, actor.orgId, row, { viewerId, showsAmounts });
      return sendResource(request, reply, `"${row.hash.slice(0, 32)}-${digestOf(body)}"`, body);
    },
  );

  for (const { verb, ...texts } of singles) {
    app.post(
      `/timesheets/:id/${verb}`,
      {
        config: { access: scopeOf(verb) },
        preValidation: pathFirst(inPath(scopeOf(verb))),
        schema: {
          ...texts,
          tags,
          params: IdParams,
          body: verb === "reject" ? Rejection : { ...Transition, "x-optional": true },
          response: { 200: Timesheet, ...problems(400, 404, 409, 412, 422) },
        },
      },
      async (request, reply) =>
        mutate(request, reply, async (tx) => {
          const { actor, params, body } = request;
          const target = { id: params.id, ifMatch: request.headers["if-match"] };
          const note = (body as Transition | undefined)?.note;
          const sheet = await changeTimesheet(tx, actor, verb, target, { note, now: now() });
          const shown = shownSheet(sheet, actor);
          return { status: 200, body: shown, etag: sheetTag(shown) };
        }),
    );
  }

  for (const { verb, ...texts } of batches) {
    app.post(
      `/timesheets/batch/${verb}`,
      {
        config: { access: scopeOf(verb) },
        schema: {
          ...texts,
          description: "Changes all of them, or none. Each is refused for the same reasons as a single one.",
          tags,
          body: Transitions,
          response: { 200: TimesheetBatch, ...problems(400, 404, 409, 412, 422) },
        },
      },
      async (request, reply) =>
        mutate(request, reply, async (tx) => {
          const { actor, body } = request;
          const options = { note: body.note, now: now() };
          const sheets = await changeTimesheets(tx, actor, verb, body.timesheets, options);
          return { status: 200, body: { data: sheets.map((sheet) => shownSheet(sheet, actor)) } };
        }),
    );
  }
};
