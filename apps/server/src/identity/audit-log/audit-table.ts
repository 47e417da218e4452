import type { Column } from "#platform/tables/table.ts";
import { maxCellLength } from "#platform/tables/xlsx.ts";
import type { AuditEvent } from "./schemas.ts";

const text = (header: string, value: (event: AuditEvent) => string | null): Column<AuditEvent> => ({
  header,
  kind: "text",
  value,
});

// CSV cells are truncated too, because nobody reads a longer cell.
const longestCell = maxCellLength - 1;

const json = (value: unknown) => {
  const written = JSON.stringify(value);
  return written.length <= longestCell ? written : `${written.slice(0, longestCell)}…`;
};

export const auditColumns: readonly Column<AuditEvent>[] = [
  text("id", (event) => event.id),
  { header: "at", kind: "instant", value: (event) => event.at },
  text("actorType", ({ actor }) => actor.type),
  text("userId", ({ actor }) => actor.userId),
  text("userName", ({ actor }) => actor.userName),
  text("keyId", ({ actor }) => actor.keyId),
  text("keyName", ({ actor }) => actor.keyName),
  text("action", (event) => event.action),
  text("targetType", (event) => event.targetType),
  text("targetId", (event) => event.targetId),
  text("targetName", (event) => event.targetName),
  text("changes", ({ changes }) => (changes.length === 0 ? null : json(changes))),
  text("details", ({ details }) => (details === null ? null : json(details))),
  text("purged", ({ purged }) => (purged ? "true" : null)),
  text("address", (event) => event.address),
  text("requestId", (event) => event.requestId),
  text("client", (event) => event.client),
];
