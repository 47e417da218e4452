import { type Database, sql } from "#platform/database/database.ts";
import type { MemberRow } from "./queries.ts";

/** A domain that never exists (RFC 2606): nobody with an address there can sign in or receive mail. */
const nowhere = "import.invalid";

/**
 * Creates members who cannot sign in, for people whose time was imported from another program. Their address is
 * unverified and may belong to a person in another organization, so it is stored with the member and not as the sign-in
 * address.
 */
export function insertImportedMembers(
  db: Database,
  orgId: string,
  people: { user_id: string; name: string; email: string | null }[],
): Promise<MemberRow[]> {
  return db.query<MemberRow>(sql`
    with person as (
      select * from json_to_recordset(${JSON.stringify(people)}::json) as p (user_id text, name text, email text)
    ), u as (
      insert into users (id, email, name) select user_id, user_id || ${`@${nowhere}`}, name from person returning *
    ), m as (
      insert into members (org_id, user_id, role, deactivated_at)
      select ${orgId}, user_id, 'member', date_trunc('milliseconds', statement_timestamp()) from person
      returning *
    ), known as (
      insert into imported_people (org_id, user_id, email) select ${orgId}, user_id, email from person where email is not null
    )
    select m.org_id, m.user_id, u.name, u.email, m.role, m.deactivated_at, m.version, m.created_at, m.updated_at
      from m join u on u.id = m.user_id`);
}

/**
 * Makes this imported member's address their sign-in address if nobody has it yet, so an account opened for it belongs
 * to the same person. Returns the person's id.
 */
export async function claimImportedMember(
  db: Database,
  orgId: string,
  email: string,
  name: string,
): Promise<string | undefined> {
  const [user] = await db.query<{ id: string }>(sql`
    update users set email = ${email}, name = ${name}
     where id = (select m.user_id from imported_people i
                   join members m on m.org_id = i.org_id and m.user_id = i.user_id and m.deactivated_at is not null
                   join users u on u.id = m.user_id
                  where i.org_id = ${orgId} and lower(i.email) = lower(${email}) and u.email = m.user_id || ${`@${nowhere}`}
                  order by m.created_at, m.user_id limit 1)
       and not exists (select 1 from users where lower(email) = lower(${email}))
    returning id`);
  return user?.id;
}
