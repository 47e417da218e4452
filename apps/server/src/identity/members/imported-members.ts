import { type Origin, recordChanges } from "#identity/history/record-change.ts";
import { type Database, sql, type Transaction } from "#platform/database/database.ts";
import { insertMembers, insertUsers } from "./queries.ts";

/** RFC 2606 reserves the domain, so nobody with an address there can sign in or receive mail. */
const nowhere = "import.invalid";

/**
 * Creates members who cannot sign in, for people whose time entries were imported from another program. Their email
 * address is unverified and may belong to a person in another organization, so it is stored with the membership only.
 */
export async function addImportedMembers(
  tx: Transaction,
  origin: Origin,
  people: { user_id: string; name: string; email: string | null }[],
): Promise<void> {
  const { orgId } = origin;
  const users = people.map(({ user_id: id, name }) => ({ id, email: `${id}@${nowhere}`, name }));
  await insertUsers(tx, users);
  const ids = users.map(({ id }) => id);
  const rows = await insertMembers(tx, orgId, ids, "member", false);
  await tx.query(sql`
    insert into imported_people (org_id, user_id, email)
    select ${orgId}, user_id, email from json_to_recordset(${JSON.stringify(people)}::json) as p (user_id text, email text)
     where email is not null`);
  await recordChanges(
    tx,
    origin,
    rows.map((row) => ({ action: "member.added", targetId: row.user_id, row })),
  );
}

/**
 * Makes an imported member's address their sign-in address, unless another account already has it. Returns the person's
 * id; an account created for the address then belongs to that person.
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
                  where i.org_id = ${orgId} and lower(i.email) collate "C" = lower(${email}) and u.email = m.user_id || ${`@${nowhere}`}
                  order by m.created_at, m.user_id limit 1)
       and not exists (select 1 from users where lower(email) collate "C" = lower(${email}))
    returning id`);
  return user?.id;
}
