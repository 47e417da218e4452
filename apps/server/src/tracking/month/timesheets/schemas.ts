import { Type, type Static } from "#platform/http/contract/type/type.ts";
import {
  AnyOf,
  Closed,
  exampleId,
  Hideable,
  IdOf,
  Instant,
  MemberId,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Text,
} from "#platform/http/contract/schemas.ts";
import { statuses } from "#tracking/ledger/entry-locks/entry-locks.ts";

const exampleSheet = "sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301";
const exampleHash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
export const day = (description: string) => Type.String({ format: "date", description, examples: ["2026-03-01"] });
const who = (description: string) => Nullable(Type.String({ description, examples: [exampleId("user")] }));

const exampleTimesheet = {
  id: exampleSheet,
  userId: exampleId("user"),
  periodStart: "2026-03-01",
  periodEnd: "2026-03-31",
  startsAt: "2026-02-28T23:00:00Z",
  endsAt: "2026-03-31T22:00:00Z",
  timeZone: "Europe/Berlin",
  status: "approved",
  revision: 1,
  seconds: 576_000,
  billableSeconds: 432_000,
  entries: 64,
  amountMinor: 1_080_000,
  breaks: 0,
  submittedAt: "2026-04-01T07:10:00Z",
  submittedBy: exampleId("user"),
  decidedAt: "2026-04-01T12:00:00Z",
  decidedBy: "user_0199c5d0a1b27c3d8e4f5a6b7c8d9e10",
  note: null,
  statementHash: exampleHash,
  version: 2,
};

export const Timesheet = Type.Object(
  {
    id: Type.String({
      description:
        "`sheet_`, the digits of the member's id, `w` or `m`, and the first day. It is not sortable by time.",
      examples: [exampleSheet],
    }),
    userId: Type.String({ description: "The member to whom the time belongs." }),
    periodStart: day("Its first day."),
    periodEnd: day("Its last day."),
    startsAt: Instant("Entries that start at or after this instant belong to it."),
    endsAt: Instant("Entries that start before this instant belong to it."),
    timeZone: Type.String({
      description: "The time zone of its days. It does not change while the timesheet is closed.",
      examples: ["Europe/Berlin"],
    }),
    status: OneOf(statuses, { description: "`submitted` and `approved` are closed: their entries are locked." }),
    revision: Type.Integer({ description: "The number of approvals." }),
    seconds: Type.Integer({ description: "The sum of its entries' durations, in seconds." }),
    billableSeconds: Type.Integer({ description: "The sum of their billable seconds." }),
    entries: Type.Integer({ description: "The number of its entries." }),
    amountMinor: Hideable(
      Type.Integer({ description: "The sum of their amounts, in minor units. Only for readers who may see them." }),
    ),
    breaks: Type.Integer({ description: "How many of its entries break a rule of the organization (`breaks`)." }),
    partial: Hideable(
      Type.Boolean({
        description:
          "True if the timesheet has entries on projects that are hidden from you. The totals exclude them, and you can neither read the statement nor approve, reject or reopen the timesheet.",
      }),
    ),
    submittedAt: Nullable(Instant("When it was last submitted.")),
    submittedBy: who("Who submitted it."),
    decidedAt: Nullable(Instant("When it was last approved, rejected or reopened.")),
    decidedBy: who("Who decided that."),
    note: Nullable(Type.String({ description: "The note of the last transition." })),
    statementHash: Nullable(
      Type.String({
        description: "The hash of its last statement; null until it is approved.",
        examples: [exampleHash],
      }),
    ),
    version: Type.Integer({ description: "The number of its transitions; 0 if there was none." }),
  },
  {
    $id: "Timesheet",
    examples: [exampleTimesheet],
  },
);
export type Timesheet = Static<typeof Timesheet>;

const stepNames = ["submitted", "withdrawn", "approved", "rejected", "reopened"] as const;

const TimesheetStep = Type.Object(
  {
    step: OneOf(stepNames, { description: "What happened." }),
    at: Instant("When."),
    by: who("Who did it."),
    byName: Nullable(Type.String({ description: "Their name now.", examples: ["Mona Manager"] })),
    note: Nullable(Type.String({ description: "Their note." })),
    revision: Type.Integer({ description: "The number of approvals up to then." }),
  },
  { $id: "TimesheetStep" },
);
export type TimesheetStep = Static<typeof TimesheetStep>;

export const TimesheetWithSteps = Type.Object(
  {
    ...Timesheet.properties,
    steps: Type.Array(TimesheetStep, {
      description: "All submissions, withdrawals and decisions, earliest first; their number is its `version`.",
    }),
  },
  {
    $id: "TimesheetWithSteps",
    examples: [
      {
        ...exampleTimesheet,
        steps: [
          {
            step: "submitted",
            at: "2026-04-01T07:10:00Z",
            by: exampleId("user"),
            byName: "Anna Member",
            note: null,
            revision: 0,
          },
          {
            step: "approved",
            at: "2026-04-01T12:00:00Z",
            by: "user_0199c5d0a1b27c3d8e4f5a6b7c8d9e10",
            byName: "Mona Manager",
            note: null,
            revision: 1,
          },
        ],
      },
    ],
  },
);

export const filters = {
  userId: AnyOf(MemberId, "Only timesheets of this member; `me` is the key's own."),
  teamId: AnyOf(IdOf("team"), "Only timesheets of this team's current members. Needs the scope `teams:read`."),
};

export const ListTimesheets = Closed({
  ...filters,
  from: Type.Optional(day("Only periods that begin on this day or later.")),
  to: Type.Optional(day("Only periods that begin on this day or earlier.")),
  status: AnyOf(OneOf(statuses), "Only timesheets with this status."),
  ...PageQuery,
});
export type ListTimesheets = Static<typeof ListTimesheets>;

export const TimesheetPage = Page(Timesheet);

const note = Text({
  maxLength: 2000,
  description:
    "The reason. Required for `reject` and `reopen`, except to undo your own approval within `graceMinutes`.",
});

export const Transition = Closed({ note: Type.Optional(note) }, { examples: [{ note: "Friday is missing." }] });
export type Transition = Static<typeof Transition>;

export const Rejection = Closed({ note }, { examples: [{ note: "Friday is missing." }] });

const maxTransitions = 500;

export const Transitions = Closed(
  {
    timesheets: Type.Array(
      Closed({
        id: Type.String({ description: "The timesheet; each may occur only once.", examples: [exampleSheet] }),
        version: Type.Optional(
          Type.Integer({ minimum: 0, description: "Its expected `version`; 412 if it has changed." }),
        ),
      }),
      { minItems: 1, maxItems: maxTransitions, description: "All are changed, or none." },
    ),
    note: Type.Optional(note),
  },
  { examples: [{ timesheets: [{ id: exampleSheet }] }] },
);
export type Transitions = Static<typeof Transitions>;

export const TimesheetBatch = Type.Object({
  data: Type.Array(Timesheet, { description: "The timesheets, in the order of the request." }),
});

export const StatementQuery = Closed({
  revision: Type.Optional(
    Type.Integer({ minimum: 1, description: "The statement's revision; by default the latest." }),
  ),
});

const ids = (which: string) => Type.Array(Type.String(), { description: `The ids of the entries ${which}.` });

export const StatementEntry = Type.Object({
  id: Type.String({ description: "The entry.", examples: [exampleId("time")] }),
  version: Type.Integer({ description: "Its version." }),
  startedAt: Instant("When it began."),
  durationSeconds: Type.Integer({ description: "Its duration in seconds." }),
  projectId: Type.String({ description: "Its project." }),
  taskId: Type.String({ description: "Its task." }),
  billableSeconds: Type.Integer({ description: "Its billable seconds." }),
});
export type StatementEntry = Static<typeof StatementEntry>;

export const TimesheetStatement = Type.Object(
  {
    organizationId: Type.String({ description: "The organization." }),
    userId: Type.String({ description: "The member." }),
    periodStart: day("The first day of the period."),
    periodEnd: day("Its last day."),
    startsAt: Instant("Entries that start at or after this instant belong to it."),
    endsAt: Instant("Entries that start before this instant belong to it."),
    timeZone: Type.String({ description: "The time zone of its days.", examples: ["Europe/Berlin"] }),
    revision: Type.Integer({ description: "The number of the approval." }),
    previousHash: Nullable(Type.String({ description: "The hash of the previous statement; null in the first one." })),
    entries: Type.Array(StatementEntry, { description: "The entries, by start and id." }),
    totals: Type.Object(
      {
        entries: Type.Integer({ description: "How many entries." }),
        seconds: Type.Integer({ description: "The sum of their durations." }),
        billableSeconds: Type.Integer({ description: "The sum of their billable seconds." }),
      },
      { description: "The sums of the entries." },
    ),
    amountsHash: Type.String({ description: "The hash of `amounts`, in the same format.", examples: [exampleHash] }),
    hash: Type.String({
      description:
        "SHA-256, in hex, of the canonical JSON (RFC 8785) of the fields from `organizationId` to `amountsHash`; the same for every reader.",
      examples: [exampleHash],
    }),
    userName: Nullable(
      Type.String({ description: "The member's name now, which no hash covers.", examples: ["Anna Member"] }),
    ),
    amounts: Type.Optional(
      Type.Object(
        {
          salt: Type.String({ description: "32 random bytes in hex." }),
          currency: Type.String({ description: "The currency of the amounts (ISO 4217).", examples: ["EUR"] }),
          entries: Type.Array(Type.Unsafe<[string, number]>({ type: "array", items: {} }), {
            description: "The id and the amount of each entry, in the order of `entries`.",
          }),
          amountMinor: Type.Integer({ description: "The sum of the amounts, in minor units." }),
        },
        { description: "The amounts. Only for readers who may see them." },
      ),
    ),
    previous: Nullable(
      Type.Object(
        {
          revision: Type.Integer({ description: "The statement before." }),
          added: ids("that this one adds"),
          removed: ids("that this one no longer has"),
          changed: ids("that differ"),
        },
        {
          description:
            "The differences from the previous statement; null in the first one, and if the previous one has entries on projects that are hidden from you.",
        },
      ),
    ),
  },
  { $id: "TimesheetStatement" },
);
