import type { SealRow } from "./queries.ts";
import type { Resource } from "#identity/history/resource.ts";
import { AuditSeal } from "./schemas.ts";

/**
 * The audit log and its seals. The full export contains the log as audit-events.jsonl, after the objects that it
 * names.
 */
export const audit = {
  kind: "audit",
  target: "organization",
  prefix: "evt",
  tables: ["changes", "audit_blocks"],
  readScope: "audit:read",
  schema: AuditSeal,
  toShown: toSeal,
  actions: [
    {
      name: "audit.sealed",
      event:
        "The audit log was sealed, which happens hourly if anything has changed. With a copy of the seal stored elsewhere, the doctor can verify that nothing before it was altered.",
      onlyByName: true,
      isHappening: true,
    },
  ],
} as const satisfies Resource;

export function toSeal({ position, hash, changes, until, sealed_at: sealedAt }: SealRow): AuditSeal {
  return { position, hash, changes, until, sealedAt };
}
