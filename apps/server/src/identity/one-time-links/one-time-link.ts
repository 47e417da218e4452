import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { hashSecret, randomSecret } from "#platform/secrets/random-secret.ts";
import { insertLink, type LinkPurpose } from "./queries.ts";

/** Creates a token of 256 random bits. Only its hash is stored. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomSecret();
  return { token, tokenHash: hashSecret(token) };
}

/** Puts the token into the fragment, so that it never appears in server logs or a Referer. */
export function linkTo(page: string, token: string): string {
  return `${page}#token=${token}`;
}

export async function makeLink(
  db: Database,
  link: { purpose: LinkPurpose; userId: string | null; expiresAt: string },
  page: string,
): Promise<{ link: string; tokenHash: Buffer }> {
  const { token, tokenHash } = newToken();
  await insertLink(db, { ...link, tokenHash });
  return { link: linkTo(page, token), tokenHash };
}

export function invalidLink(): AppError {
  return new AppError(
    "invalid_link",
    "This link has been used, replaced or revoked, or has expired. Request a new one.",
  );
}
