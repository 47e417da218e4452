import { ownCommand } from "#platform/process/own-command.ts";
import { scopes } from "#identity/access.ts";
import { createApiKey } from "#identity/api-keys/create-api-key.ts";
import { foundOrganization } from "#identity/members/found-organization.ts";
import { findAccount, verifyEmail } from "#identity/passwords/queries.ts";
import { recordForPerson } from "#identity/sessions/record-for-person.ts";
import { isCurrency } from "#platform/tables/currency.ts";
import type { DatabasePool, Transaction } from "#platform/database/database.ts";
import { normalEmail } from "#platform/email.ts";
import { cleanLine, isStorableText, isVisibleText } from "#platform/text.ts";
import { findZone } from "@stint/grammar/find-zone.ts";
import { CommandError } from "#commands/command-line/command-error.ts";

export interface NewOrganization {
  name: string;
  ownerEmail: string;
  ownerName?: string | undefined;
  timeZone?: string | undefined;
  currency?: string | undefined;
  /** Whether the operator confirms that an existing account with this email address belongs to the intended owner. */
  trustAddress?: boolean | undefined;
}

export interface CreatedOrganization {
  organizationId: string;
  userId: string;
  keyId: string;
  apiKey: string;
}

/** Creates an organization with its owner and the owner's first API key, which has every scope. */
export async function createOrganization(db: DatabasePool, input: NewOrganization): Promise<CreatedOrganization> {
  const name = cleanLine(input.name);
  const { currency = "EUR" } = input;
  const timeZone = findZone(input.timeZone ?? "UTC");
  const email = readEmail("--owner-email", input.ownerEmail);
  const ownerName = cleanLine(input.ownerName ?? email.slice(0, email.lastIndexOf("@")));
  checkText("--name", name);
  checkText("--owner-name", ownerName);
  if (timeZone === undefined)
    throw new CommandError(
      `--time-zone must be an IANA time zone such as Europe/Berlin, not ${JSON.stringify(input.timeZone)}.`,
    );
  if (!isCurrency(currency))
    throw new CommandError(`--currency must be an ISO 4217 code such as EUR, not ${JSON.stringify(currency)}.`);
  return db.transaction(async (tx) => {
    const founded = await foundOrganization(
      tx,
      { name, timeZone, currency, ownerEmail: email, ownerName },
      { requestId: null },
    );
    if (input.trustAddress === true) await vouchFor(tx, founded.userId);
    await refuseUnproved(tx, founded.userId);
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

/**
 * Throws if an existing account has an unverified email address: the person who set its password may not own the
 * address, but would own the organization.
 */
async function refuseUnproved(tx: Transaction, userId: string): Promise<void> {
  const account = await findAccount(tx, userId);
  if (account === undefined || account.password_hash === null || account.email_verified_at !== null) return;
  throw new CommandError(
    `Someone set a password for ${account.email} without verifying the address, and would own this organization too.
If you know that this is the right person, repeat the command with --trust-address.
Otherwise, run: ${ownCommand} password-link --email ${account.email}
and give that link to the person: following it replaces the password and ends the sessions and second factor set up before.`,
  );
}

async function vouchFor(tx: Transaction, userId: string): Promise<void> {
  if (await verifyEmail(tx, userId, new Date().toISOString()))
    await recordForPerson(tx, "email.verified", userId, "operator");
}

function readEmail(option: string, text: string): string {
  const email = normalEmail(text);
  if (email === undefined) throw new CommandError(`${option} must be an email address, not ${JSON.stringify(text)}.`);
  return email;
}

function checkText(option: string, text: string): void {
  if (!isVisibleText(text) || !isStorableText(text) || text.length > 200) {
    throw new CommandError(
      `${option} must be 1 to 200 characters, at least one of them visible, not ${JSON.stringify(text)}.`,
    );
  }
}
