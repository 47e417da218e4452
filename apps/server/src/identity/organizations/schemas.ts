import { type Static, type TSchema, Type } from "#platform/http/contract/type/type.ts";
import { stored } from "#platform/http/contract/resource-schemas.ts";
import { Closed, Instant, Name, Nullable, OneOf, exampleId } from "#platform/http/contract/schemas.ts";
import { weekDays } from "./week-days.ts";

const optional = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Partial(Type.Object(properties)).properties;

const fields = {
  name: Name("Name of the organization."),
  currency: Type.String({
    format: "currency",
    description: "The currency of all its amounts (ISO 4217).",
    examples: ["EUR"],
  }),
  timeZone: Type.String({
    format: "time-zone",
    description: "The IANA time zone that determines its days.",
    examples: ["Europe/Berlin"],
  }),
  weekStart: OneOf(weekDays, { description: "The first day of its weeks." }),
  workingDays: Type.Array(OneOf(weekDays), {
    minItems: 1,
    maxItems: 7,
    uniqueItems: true,
    description: "Its working days, which budget forecasts count.",
  }),
  lockDate: Nullable(
    Type.String({
      format: "date",
      description: "Entries that start before this day, in `timeZone`, are read-only (409 `period_locked`).",
      examples: ["2026-03-01"],
    }),
  ),
  membersMayMakeKeys: Type.Boolean({
    description: "Whether members with the role member may create API keys; managers, admins and owners always may.",
  }),
};

const rules = {
  requireDescription: Type.Boolean({ description: "Whether every entry needs a description." }),
  requireTag: Type.Boolean({ description: "Whether every entry needs at least one tag." }),
  overlaps: OneOf(["allow", "refuse"], {
    description: "Whether a member's entries may overlap. Entries that only touch, or last 0 s, never overlap.",
  }),
  latestDays: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 3650,
      description:
        "The number of days after the day on which an entry starts (in `timeZone`) during which it may be created or deleted, or its time changed. 0 means only on that day; null means no limit.",
      examples: [7],
    }),
  ),
  longestTimerSeconds: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 31_536_000,
      description:
        "A timer that runs longer than this many seconds is marked when it stops; null if timers are never marked.",
      examples: [36_000],
    }),
  ),
};
const entryRulesDescription = "The rules for time entries (422 `entry_rule`); all are off by default.";

const approvals = {
  period: OneOf(["week", "month"], {
    description: "The period of a timesheet: a week, from `weekStart` on, or a month.",
  }),
  from: Type.String({
    format: "date",
    description: "A day in the first period to be submitted.",
    examples: ["2026-03-01"],
  }),
  ownApproval: Type.Boolean({ description: "Whether those who approve timesheets may approve their own." }),
  graceMinutes: Type.Integer({
    minimum: 0,
    maximum: 1440,
    description:
      "The number of minutes after an approval during which the approver may reopen the timesheet without a note.",
  }),
};
const approvalsDescription =
  "The timesheets that members submit; null if there are none. Turning them off stops submissions, but unlocks nothing.";

export const Approvals = Nullable(Type.Object(approvals, { "x-part": "Approvals", description: approvalsDescription }));

export const Organization = Type.Object(
  {
    id: Type.String({ description: "The id of the organization.", examples: [exampleId("org")] }),
    ...fields,
    entryRules: Type.Object(rules, { description: entryRulesDescription }),
    approvals: Approvals,
    exportedAt: Nullable(Instant("When the last completely sent full export began.")),
    deletesAt: Nullable(Instant("When it will be permanently removed. Until then it is read-only; null if never.")),
    ...stored,
  },
  {
    $id: "Organization",
    examples: [
      {
        id: exampleId("org"),
        name: "My company",
        currency: "EUR",
        timeZone: "Europe/Berlin",
        weekStart: "monday",
        workingDays: ["monday", "tuesday", "wednesday", "thursday", "friday"],
        lockDate: null,
        membersMayMakeKeys: true,
        entryRules: {
          requireDescription: false,
          requireTag: false,
          overlaps: "allow",
          latestDays: null,
          longestTimerSeconds: null,
        },
        approvals: { period: "month", from: "2026-03-01", ownApproval: false, graceMinutes: 5 },
        exportedAt: null,
        deletesAt: null,
        createdAt: "2026-03-01T08:00:00Z",
        updatedAt: "2026-03-02T16:30:00.250Z",
        version: 2,
      },
    ],
  },
);
export type Organization = Static<typeof Organization>;

export const UpdateOrganization = Closed(
  {
    ...optional(fields),
    entryRules: Type.Optional(
      Closed(optional(rules), { description: `${entryRulesDescription} Absent ones stay unchanged.` }),
    ),
    approvals: Type.Optional(
      Nullable(
        Closed(
          {
            ...optional(approvals),
            period: approvals.period,
            from: approvals.from,
          },
          { description: `${approvalsDescription} By default \`ownApproval\` is false and \`graceMinutes\` 5.` },
        ),
      ),
    ),
  },
  { examples: [{ weekStart: "sunday", lockDate: "2026-03-01" }] },
);
export type UpdateOrganization = Static<typeof UpdateOrganization>;

export const ScheduleDeletion = Closed({
  confirmName: Type.String({
    format: "text",
    maxLength: 200,
    description: "The organization's exact name, to confirm the deletion.",
    examples: ["My company"],
  }),
});
export type ScheduleDeletion = Static<typeof ScheduleDeletion>;
