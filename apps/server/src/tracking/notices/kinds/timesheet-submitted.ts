import { idsWithin, reachOf } from "#identity/access.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { texts } from "#texts/texts.ts";
import { addNotices } from "#tracking/notices/kind/add-notices.ts";
import { nameIn, periodName } from "#tracking/notices/kind/formats.ts";
import { type Kind, noticeOf } from "#tracking/notices/kind/kind.ts";
import { type ChangedSheet, factsOf, isUnchanged, occasionOfSheet, type SheetFacts } from "./sheet-facts.ts";

export const timesheetSubmitted: Kind<"timesheet_submitted", SheetFacts> = {
  name: "timesheet_submitted",
  docs: {
    when: "as soon as somebody submits a timesheet",
    recipients: "the leads of the member's teams or, if there are none, owners, admins and managers",
  },
  occasionOf: occasionOfSheet,
  isReadableBy(actor) {
    const approved = idsWithin(reachOf(actor, "timesheets:approve"));
    return approved === undefined || sql`n.about_user_id = any(${approved})`;
  },
  isStillTrue: isUnchanged,
  write({ about_name: name, facts }, reading) {
    const { title, text, action } = texts[reading.language].notices.timesheet_submitted;
    const path = `/timesheets/${facts.timesheetId}`;
    return { title: title(nameIn(name), periodName(facts, reading)), text, action, path };
  },
};

/**
 * Notifies the approvers of submitted timesheets: the leads of the member's teams. If there are none, notifies the
 * owners, admins and managers.
 */
export async function notifySubmitted(
  db: Database,
  orgId: string,
  byUserId: string,
  sheets: readonly ChangedSheet[],
): Promise<void> {
  const members = [...new Set(sheets.map((sheet) => sheet.user_id))];
  const rows = await db.query<{ about: string; user_id: string }>(sql`
    with leads as (
      select about.user_id as about, m.user_id
        from unnest(${members}::text[]) about (user_id)
        join members m on m.org_id = ${orgId} and m.deactivated_at is null and m.role <> 'viewer' and m.user_id <> about.user_id
       where exists (select 1 from teams t
                      where t.org_id = ${orgId} and t.lead_ids @> array[m.user_id] and t.member_ids @> array[about.user_id]))
    select about, user_id from leads
    union
    select about.user_id, m.user_id
      from unnest(${members}::text[]) about (user_id)
      join members m on m.org_id = ${orgId} and m.deactivated_at is null and m.role in ('owner', 'admin', 'manager')
     where m.user_id <> about.user_id and not exists (select 1 from leads where leads.about = about.user_id)`);
  const byAbout = Map.groupBy(rows, ({ about }) => about);
  await addNotices(
    db,
    orgId,
    sheets.flatMap((sheet) =>
      (byAbout.get(sheet.user_id) ?? [])
        .filter(({ user_id: userId }) => userId !== byUserId)
        .map(({ user_id: userId }) =>
          noticeOf(timesheetSubmitted, { userId, aboutUserId: sheet.user_id, facts: factsOf(sheet) }),
        ),
    ),
  );
}
