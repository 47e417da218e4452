import { type Actor, demandScope } from "#identity/access.ts";
import { demandInvitations, demandInviter, demandRevocations } from "#identity/members/invitations/invitation-verbs.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { ImportRow } from "./import.ts";
import { listMade } from "./queries.ts";
import type { Becomes } from "./schemas.ts";

// Creating invitations and rates requires their own scopes. Clients, projects, tasks, entries and members who cannot
// sign in require only `imports:write`, because every import creates them.

/** Throws 403 if the actor may not make these choices. */
export function demandChoices(
  actor: Actor,
  { people, rates }: { people: Record<string, Becomes>; rates: ImportRow["rates"] | undefined },
  { now }: { now: Date },
): void {
  for (const { role } of invitationsOf(people)) demandInviter(actor, actor.role, role, now);
  if (rates === "take") demandScope(actor, "rates:write");
}

/** Throws 403 if the actor may not do everything that applying the import does. */
export async function demandApplying(
  tx: Transaction,
  actor: Actor,
  { people, rates }: Pick<ImportRow, "people" | "rates">,
  { now }: { now: Date },
): Promise<void> {
  if (rates === "take") demandScope(actor, "rates:write");
  await demandInvitations(tx, actor, invitationsOf(people), { now });
}

/** Throws 403 if the actor may not do everything that undoing the import does. */
export async function demandUndoing(tx: Transaction, actor: Actor, importId: string): Promise<void> {
  const made = await listMade(tx, actor.orgId, importId, ["invitation", "rate"]);
  if (made.some(({ kind }) => kind === "rate")) demandScope(actor, "rates:write");
  const invitations = made.filter(({ kind }) => kind === "invitation");
  await demandRevocations(
    tx,
    actor,
    invitations.map(({ id }) => id),
  );
}

function invitationsOf(people: Record<string, Becomes>) {
  return Object.values(people).flatMap(({ invite: email, role = "member" as const }) =>
    email === undefined ? [] : [{ email, role }],
  );
}
