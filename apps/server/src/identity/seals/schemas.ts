import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { Instant } from "#platform/http/contract/schemas.ts";

export const AuditSeal = Type.Object(
  {
    position: Type.Integer({ description: "The position of the last block that it covers.", examples: [1204] }),
    hash: Type.String({
      description: "SHA-256 of that block, which depends on every block before it; hexadecimal.",
      examples: ["7c9e0f6b1f5b0a3c9d8e7f60514233241506f7e8d9cabbac9d8e7f6051423324"],
    }),
    changes: Type.Integer({ description: "The number of changes that it covers.", examples: [98_231] }),
    until: Instant("It covers every change before this instant."),
    sealedAt: Instant("When it was created."),
  },
  {
    $id: "AuditSeal",
    description:
      "If you store a copy elsewhere, `stint-server doctor --seal` can later verify that no earlier change was altered, removed or inserted.",
    examples: [
      {
        position: 1204,
        hash: "7c9e0f6b1f5b0a3c9d8e7f60514233241506f7e8d9cabbac9d8e7f6051423324",
        changes: 98_231,
        until: "2026-03-02T16:28:00Z",
        sealedAt: "2026-03-02T16:30:00.250Z",
      },
    ],
  },
);
export type AuditSeal = Static<typeof AuditSeal>;
