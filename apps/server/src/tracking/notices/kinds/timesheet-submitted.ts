import { idsWithin, reachOf } from "#identity/access.ts";
import type { Language } from "#identity/me/languages.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { addNotices } from "#tracking/notices/kind/add-notices.ts";
import { nameIn, periodName } from "#tracking/notices/kind/formats.ts";
import { type Kind, type KindTexts, noticeOf } from "#tracking/notices/kind/kind.ts";
import { type ChangedSheet, factsOf, isUnchanged, occasionOfSheet, type SheetFacts } from "./sheet-facts.ts";

interface Texts extends KindTexts {
  title: (name: string, period: string) => string;
  text: string;
  action: string;
}

const texts: Record<Language, Texts> = {
  en: {
    title: (name, period) => `${name} submitted ${period}`,
    text: "The timesheet is waiting for your approval.",
    action: "Review the timesheet",
    mails: "Timesheet submitted",
    choice: "Timesheet submitted",
    hint: "When someone whose time you approve submits a timesheet.",
  },
  de: {
    title: (name, period) => `${name} hat ${period} eingereicht`,
    text: "Der Stundenzettel wartet auf Ihre Freigabe.",
    action: "Stundenzettel prüfen",
    mails: "Stundenzettel eingereicht",
    choice: "Stundenzettel eingereicht",
    hint: "Wenn jemand, dessen Zeiten Sie freigeben, einen Stundenzettel einreicht.",
  },
  fr: {
    title: (name, period) => `${name} a soumis sa feuille de temps : ${period}`,
    text: "La feuille de temps attend votre validation.",
    action: "Vérifier la feuille de temps",
    mails: "Feuille de temps soumise",
    choice: "Feuille de temps soumise",
    hint: "Quand une personne dont vous validez le temps soumet une feuille de temps.",
  },
};

export const timesheetSubmitted: Kind<"timesheet_submitted", SheetFacts> = {
  name: "timesheet_submitted",
  docs: {
    when: "as soon as somebody submits a timesheet",
    recipients: "the leads of the member's teams or, if there are none, owners, admins and managers",
  },
  texts,
  occasionOf: occasionOfSheet,
  isReadableBy(actor) {
    const approved = idsWithin(reachOf(actor, "timesheets:approve"));
    return approved === undefined || sql`n.about_user_id = any(${approved})`;
  },
  isStillTrue: isUnchanged,
  write({ about_name: name, facts }, reading) {
    const { title, text, action } = texts[reading.language];
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
