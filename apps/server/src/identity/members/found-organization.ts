import { ianaZone } from "@stint/grammar/iana-zone.ts";
import { type Origin, recordChange } from "#identity/history/record-change.ts";
import { addMember } from "./add-member.ts";
import { insertUser } from "./queries.ts";
import type { Transaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { insertOrganization } from "#identity/organizations/queries.ts";

export interface FoundedOrganization {
  name: string;
  timeZone: string;
  currency: string;
  ownerEmail: string;
  ownerName: string;
}

/** Creates an organization. Its owner is the person with this address, who is created if necessary. */
export async function foundOrganization(
  tx: Transaction,
  { name, timeZone, currency, ownerEmail, ownerName }: FoundedOrganization,
  by: Pick<Origin, "requestId" | "address">,
): Promise<Pick<Origin, "orgId"> & { userId: string }> {
  const organization = await insertOrganization(tx, {
    id: newId("org"),
    name,
    currency,
    time_zone: ianaZone(timeZone) ?? timeZone,
  });
  const origin = { orgId: organization.id, userId: null, keyId: null, ...by };
  await recordChange(tx, origin, { action: "organization.created", targetId: organization.id, row: organization });
  const user = await insertUser(tx, { id: newId("user"), email: ownerEmail, name: ownerName });
  await addMember(tx, origin, user.id, "owner");
  return { orgId: organization.id, userId: user.id };
}
