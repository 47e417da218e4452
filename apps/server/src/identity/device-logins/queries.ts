import type { Scope } from "#identity/access.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import type { RowOf } from "#platform/fields/shown.ts";
import type { DeviceLogin } from "./schemas.ts";

export type DeviceLoginStatus = "pending" | "approved" | "denied" | "issued";

export interface DeviceLoginRow extends RowOf<Omit<DeviceLogin, "keyName" | "status" | "scopes">> {
  device_hash: Buffer;
  status: DeviceLoginStatus;
  interval_seconds: number;
  org_id: string | null;
  user_id: string | null;
  session_id: string | null;
  approved_from: string | null;
  /** What the program asks for or, after the approval, may do. */
  scopes: Scope[] | null;
  key_expires_at: string | null;
  key_salt: Buffer | null;
  key_id: string | null;
  issued_at: string | null;
}

export const keyNameOf = ({ program, machine }: Pick<DeviceLoginRow, "program" | "machine">): string =>
  `${program} on ${machine}`;

export interface NewDeviceLogin {
  deviceHash: Buffer;
  userCodeHash: Buffer;
  program: string;
  machine: string;
  scopes: readonly Scope[] | null;
  address: string;
  createdAt: string;
  expiresAt: string;
  intervalSeconds: number;
}

/** Stores a login and returns true, unless `most` logins are waiting or another login has the same user code. */
export async function insertDeviceLogin(db: Database, login: NewDeviceLogin, most: number): Promise<boolean> {
  const rows = await db.query(sql`
    insert into device_logins (device_hash, user_code_hash, program, machine, scopes, address, created_at, expires_at, interval_seconds)
    select ${login.deviceHash}, ${login.userCodeHash}, ${login.program}, ${login.machine}, ${login.scopes}::text[], ${login.address},
           ${login.createdAt}::timestamptz, ${login.expiresAt}::timestamptz, ${login.intervalSeconds}::integer
     where (select count(*) from device_logins where expires_at > ${login.createdAt}::timestamptz) < ${most}
    on conflict do nothing
    returning status`);
  return rows.length > 0;
}

export async function countWaiting(db: Database, now: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*)::integer as count from device_logins where expires_at > ${now}`,
  );
  return row?.count ?? 0;
}

/** Records a poll, and lengthens the polling interval if the poll came too early. */
export async function notePoll(
  db: Database,
  deviceHash: Buffer,
  now: string,
): Promise<(DeviceLoginRow & { is_early: boolean }) | undefined> {
  // Tolerates polls that arrive up to one second early, because network delays vary.
  const isEarly = sql`before.polled_at > ${now}::timestamptz - make_interval(secs => before.interval_seconds - 1)`;
  const [row] = await db.query<DeviceLoginRow & { is_early: boolean }>(sql`
    update device_logins d
       set polled_at = ${now},
           interval_seconds = case when ${isEarly} then least(before.interval_seconds + 5, 60) else before.interval_seconds end
      from (select device_hash, polled_at, interval_seconds from device_logins where device_hash = ${deviceHash}) before
     where d.device_hash = before.device_hash and d.expires_at > ${now}
    returning d.*, coalesce(${isEarly}, false) as is_early`);
  return row;
}

export async function findByDevice(
  db: Database,
  deviceHash: Buffer,
  now: string,
  lock?: Sql,
): Promise<DeviceLoginRow | undefined> {
  const [row] = await db.query<DeviceLoginRow>(sql`
    select d.* from device_logins d where d.device_hash = ${deviceHash} and d.expires_at > ${now} ${lock ?? sql``}`);
  return row;
}

/** Finds a login that is pending, or that this member of the organization approved. */
export async function findByUserCode(
  db: Database,
  { orgId, userId }: { orgId: string; userId: string },
  userCodeHash: Buffer,
  now: string,
  lock?: Sql,
): Promise<DeviceLoginRow | undefined> {
  const [row] = await db.query<DeviceLoginRow>(sql`
    select d.* from device_logins d
     where d.user_code_hash = ${userCodeHash} and d.expires_at > ${now}
       and (d.status = 'pending' or (d.status in ('approved', 'issued') and d.org_id = ${orgId} and d.user_id = ${userId}))
     ${lock ?? sql``}`);
  return row;
}

export interface Approval {
  orgId: string;
  userId: string;
  sessionId: string;
  address: string | null;
  scopes: readonly Scope[];
  keyExpiresAt: string | null;
}

export async function storeApproval(
  db: Database,
  deviceHash: Buffer,
  approval: Approval,
): Promise<DeviceLoginRow | undefined> {
  const [row] = await db.query<DeviceLoginRow>(sql`
    update device_logins d
       set status = 'approved', org_id = ${approval.orgId}, user_id = ${approval.userId}, session_id = ${approval.sessionId},
           approved_from = ${approval.address}, scopes = ${approval.scopes}, key_expires_at = ${approval.keyExpiresAt}
     where d.device_hash = ${deviceHash} and d.status = 'pending'
    returning d.*`);
  return row;
}

export async function storeDenial(db: Database, deviceHash: Buffer): Promise<void> {
  await db.query(sql`
    update device_logins set status = 'denied' where device_hash = ${deviceHash} and status in ('pending', 'approved')`);
}

export async function storeIssue(
  db: Database,
  deviceHash: Buffer,
  issue: { keyId: string; salt: Buffer; at: string },
): Promise<void> {
  await db.query(sql`
    update device_logins set status = 'issued', key_id = ${issue.keyId}, key_salt = ${issue.salt}, issued_at = ${issue.at}
     where device_hash = ${deviceHash}`);
}

export async function deleteOldDeviceLogins(db: Database, now: string): Promise<void> {
  await db.query(sql`delete from device_logins where expires_at < ${now}`);
}
