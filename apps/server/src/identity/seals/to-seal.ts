import type { SealRow } from "./queries.ts";
import type { AuditSeal } from "./schemas.ts";

export function toSeal({ position, hash, changes, until, sealed_at: sealedAt }: SealRow): AuditSeal {
  return { position, hash, changes, until, sealedAt };
}
