import { may } from "#identity/access.ts";
import type { Database } from "#platform/database/database.ts";
import { cleanLine } from "#platform/text.ts";
import { texts } from "#texts/texts.ts";
import { addNotices } from "#tracking/notices/kind/add-notices.ts";
import { nameIn, periodName } from "#tracking/notices/kind/formats.ts";
import { type Kind, noticeOf } from "#tracking/notices/kind/kind.ts";
import { type ChangedSheet, factsOf, isUnchanged, occasionOfSheet, type SheetFacts } from "./sheet-facts.ts";

interface Facts extends SheetFacts {
  status: "approved" | "rejected" | "open";
  note: string | null;
  byUserId: string;
}

export const timesheetDecided: Kind<"timesheet_decided", Facts> = {
  name: "timesheet_decided",
  docs: {
    when: "as soon as somebody else approves, sends back or reopens a member's timesheet",
    recipients: "this member",
  },
  occasionOf: occasionOfSheet,
  isReadableBy: (actor) => may(actor, "timesheets:read"),
  isStillTrue: isUnchanged,
  write({ by_name: byName, facts }, reading) {
    const { status, note, timesheetId } = facts;
    const { by, noted, action, ...titles } = texts[reading.language].notices.timesheet_decided;
    const name = nameIn(byName);
    const text = note === null ? by(name) : noted(name, note.split("\n").map(cleanLine).join("\n"));
    return { title: titles[status](periodName(facts, reading)), text, action, path: `/timesheets/${timesheetId}` };
  },
};

/** Notifies members of other people's decisions about their timesheets. */
export async function notifyDecided(
  db: Database,
  orgId: string,
  byUserId: string,
  sheets: readonly ChangedSheet[],
): Promise<void> {
  await addNotices(
    db,
    orgId,
    sheets
      .filter((sheet) => sheet.user_id !== byUserId)
      .map((sheet) => {
        const { user_id: userId, note } = sheet;
        return noticeOf(timesheetDecided, {
          userId,
          facts: { ...factsOf(sheet), status: sheet.status as Facts["status"], note, byUserId },
        });
      }),
  );
}
