import { may } from "#identity/access.ts";
import { sql } from "#platform/database/database.ts";
import { texts } from "#texts/texts.ts";
import { periodName } from "#tracking/notices/kind/formats.ts";
import type { Kind } from "#tracking/notices/kind/kind.ts";
import { occasionOfSheet, type SheetFacts } from "./sheet-facts.ts";

export const timesheetDue: Kind<"timesheet_due", SheetFacts> = {
  name: "timesheet_due",
  docs: {
    when: "on the morning of the first working day after a period has ended, if its timesheet is open",
    recipients: "everyone except viewers, if [approvals](timesheets.md) are on",
  },
  occasionOf: occasionOfSheet,
  isReadableBy: (actor) => may(actor, "timesheets:read"),
  isStillTrue: ({ facts }) =>
    sql`coalesce((select t.status from timesheets t where t.org_id = m.org_id and t.id = ${facts.timesheetId}), 'open') = 'open'`,
  write({ facts }, reading) {
    const { title, text, action } = texts[reading.language].notices.timesheet_due;
    return { title: title(periodName(facts, reading)), text, action, path: `/timesheets/${facts.timesheetId}` };
  },
};
