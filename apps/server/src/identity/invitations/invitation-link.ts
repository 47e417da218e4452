import { createHash, randomBytes } from "node:crypto";

export interface InvitationToken {
  token: string;
  hash: Buffer;
}

/** 256 random bits; only their hash is stored. */
export function newInvitationToken(): InvitationToken {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashInvitationToken(token) };
}

export function hashInvitationToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Behind `#`, so that browsers keep it to themselves and it never stands in a log. */
export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/invitation#token=${token}`;
}
