import { hash, randomBytes } from "node:crypto";
import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { insertLink, type LinkPurpose } from "./queries.ts";

/** All that is stored of a link's token: 256 random bits need no slow hash. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** Makes a link for one use. The token is its fragment, which no server's log and no Referer ever sees. */
export async function makeLink(
  db: Database,
  link: { purpose: LinkPurpose; userId: string | null; expiresAt: string },
  page: string,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await insertLink(db, { ...link, tokenHash: hashToken(token) });
  return `${page}#token=${token}`;
}

export function invalidLink(): AppError {
  return new AppError("invalid_link", "This link was used already, or has expired. Ask for a new one.");
}
