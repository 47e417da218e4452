import { sql } from "#platform/database/database.ts";
import type { Money } from "#identity/access.ts";
import type { Resource } from "#identity/history/resource.ts";
import type { TimesheetRow } from "./queries.ts";
import { Timesheet } from "./schemas.ts";
import { toTimesheet } from "./to-timesheet.ts";

const opened = { status: "open" } as const;

export const timesheet = {
  kind: "timesheet",
  prefix: "sheet",
  tables: ["timesheets", "timesheet_statements"],
  rowType: "timesheets",
  readScope: "timesheets:read",
  holdsMoney: true,
  holdsMoneyOfMember: true,
  schema: Timesheet,
  toShown: (row: TimesheetRow, money: Money) => toTimesheet(row, money),
  nameColumn: "period_start",
  actions: [
    {
      name: "timesheet.submitted",
      event: "A timesheet was submitted; its entries are locked.",
      onlyByName: true,
      previous: { status: "open", submittedAt: null, submittedBy: null },
      example: { status: "submitted", revision: 0, decidedAt: null, decidedBy: null, statementHash: null, version: 1 },
    },
    {
      name: "timesheet.withdrawn",
      event: "A submitted timesheet was withdrawn before anyone decided on it.",
      onlyByName: true,
      previous: { status: "submitted" },
      example: opened,
    },
    {
      name: "timesheet.approved",
      event: "A timesheet was approved; `statementHash` is the hash of the statement that was stored.",
      onlyByName: true,
      previous: { status: "submitted", revision: 0, statementHash: null },
    },
    {
      name: "timesheet.rejected",
      event: "A submitted timesheet was rejected.",
      onlyByName: true,
      previous: { status: "submitted" },
      example: { status: "rejected", note: "Friday is missing." },
    },
    {
      name: "timesheet.reopened",
      event: "An approved timesheet was opened again.",
      onlyByName: true,
      previous: { status: "approved" },
      example: { ...opened, note: "A correction for the customer." },
    },
  ],
  files: [
    {
      table: "timesheets",
      about: "timesheets that were submitted at least once, with the figures of their last transition",
      columns:
        "id userId userName period periodStart periodEnd startsAt endsAt timeZone status revision seconds billableSeconds entries amountMinor submittedAt submittedBy decidedAt decidedBy note statementHash breaks createdAt updatedAt",
    },
    {
      table: "timesheet_statements",
      about: "the statements of approved timesheets; statement and amounts are JSON, and hash covers the statement",
      columns: "timesheetId revision hash statement amounts createdAt",
      computed: { statement: sql`t.statement::text`, amounts: sql`t.amounts::text` },
      order: "t.timesheet_id, t.revision",
    },
  ],
} as const satisfies Resource;
