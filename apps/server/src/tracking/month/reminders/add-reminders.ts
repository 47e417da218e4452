import { findOrganization } from "#identity/organizations/queries.ts";
import { type Database, join, sql } from "#platform/database/database.ts";
import { addNotices, wants } from "#tracking/notices/kind/add-notices.ts";
import type { NewNotice } from "#tracking/notices/kind/kind.ts";
import { isWorkingDay, reminders, zoneOf } from "./reminders.ts";

/** The local hour from which a person gets reminders, except those about running timers. */
const morning = 8;

/**
 * Stores the notices of one organization that depend on the time of day. Idempotent, so every node can run it at any
 * time, and a later run on the same day makes up for a missed one.
 */
export async function addReminders(db: Database, orgId: string, now: Date): Promise<void> {
  const organization = await findOrganization(db, orgId);
  if (organization === undefined || organization.deletes_at !== null) return;
  const found: NewNotice[] = [];
  for (const timeZone of await listZones(db, orgId)) {
    const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
    const today = local.toPlainDate();
    const isMorning = local.hour >= morning && isWorkingDay(organization, today);
    for (const { find, atAnyTime } of reminders)
      if (atAnyTime === true || isMorning) found.push(...(await find(db, { organization, timeZone, today, now })));
  }
  await addNotices(db, orgId, found);
}

/** The time zones of all members who want notices that depend on the time of day. */
async function listZones(db: Database, orgId: string): Promise<string[]> {
  const wanted = reminders.map(({ kind, needs = sql`true` }) => sql`${needs} and ${wants(kind.name)}`);
  const rows = await db.query<{ zone: string }>(sql`
    select distinct ${zoneOf} as zone
      from members m join users u on u.id = m.user_id join organizations o on o.id = m.org_id
     where m.org_id = ${orgId} and m.deactivated_at is null and (${join(wanted, " or ")})`);
  return rows.map(({ zone }) => zone);
}
