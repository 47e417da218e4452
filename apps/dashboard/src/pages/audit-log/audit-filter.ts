import { filled } from "#screen/filter.ts";

/** The names of the log's filters, both in the API and in the URL. Those in `lists` may have several values. */
const lists = ["userId", "keyId", "action", "targetType", "targetId"] as const;
const days = ["from", "to"] as const;
export type AuditFilter = Partial<
  Record<(typeof lists)[number], readonly string[]> & Record<(typeof days)[number], string>
>;

export function readAuditFilter(params: URLSearchParams): AuditFilter {
  return filled({
    ...Object.fromEntries(lists.map((name) => [name, params.getAll(name).filter((value) => value !== "")])),
    ...Object.fromEntries(days.map((name) => [name, params.get(name) ?? ""])),
  });
}

/** The query of `auditEvents.list`. Days are in the time zone `zone`. */
export function toAuditQuery(filter: AuditFilter, zone: string) {
  return filled({ ...filter, tz: filter.from === undefined && filter.to === undefined ? "" : zone });
}
