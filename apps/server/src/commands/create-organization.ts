import { scopes } from "#identity/access.ts";
import { createApiKey } from "#identity/api-keys/create-api-key.ts";
import { foundOrganization } from "#identity/organizations/found-organization.ts";
import { isCurrency } from "#platform/currency.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { normalEmail } from "#platform/email.ts";
import { isStorableText, isVisibleText } from "#platform/text.ts";
import { isTimeZone } from "#platform/time.ts";
import { CommandError } from "./command-error.ts";

export interface NewOrganization {
  name: string;
  ownerEmail: string;
  ownerName?: string | undefined;
  timeZone?: string | undefined;
  currency?: string | undefined;
}

export interface CreatedOrganization {
  organizationId: string;
  userId: string;
  keyId: string;
  apiKey: string;
}

/** Makes an organization with its owner and the owner's first API key, which has every scope. */
export async function createOrganization(db: DatabasePool, input: NewOrganization): Promise<CreatedOrganization> {
  const { name, timeZone = "UTC", currency = "EUR" } = input;
  const email = readEmail("--owner-email", input.ownerEmail);
  const ownerName = input.ownerName ?? email.slice(0, email.lastIndexOf("@"));
  checkText("--name", name);
  checkText("--owner-name", ownerName);
  if (!isTimeZone(timeZone))
    throw new CommandError(
      `--time-zone must be an IANA time zone such as Europe/Berlin, not ${JSON.stringify(timeZone)}.`,
    );
  if (!isCurrency(currency))
    throw new CommandError(`--currency must be an ISO 4217 code such as EUR, not ${JSON.stringify(currency)}.`);
  return db.transaction(async (tx) => {
    const founded = await foundOrganization(
      tx,
      { name, timeZone, currency, ownerEmail: email, ownerName },
      { requestId: null },
    );
    const origin = { orgId: founded.orgId, userId: null, keyId: null, requestId: null };
    const { row, apiKey } = await createApiKey(tx, origin, {
      userId: founded.userId,
      name: "First key",
      scopes,
      expiresAt: null,
    });
    return { organizationId: founded.orgId, userId: founded.userId, keyId: row.id, apiKey };
  });
}

function readEmail(option: string, text: string): string {
  const email = normalEmail(text);
  if (email === undefined) throw new CommandError(`${option} must be an e-mail address, not ${JSON.stringify(text)}.`);
  return email;
}

function checkText(option: string, text: string): void {
  if (!isVisibleText(text) || !isStorableText(text) || text.length > 200) {
    throw new CommandError(
      `${option} must be 1 to 200 characters, at least one of them visible, not ${JSON.stringify(text)}.`,
    );
  }
}
