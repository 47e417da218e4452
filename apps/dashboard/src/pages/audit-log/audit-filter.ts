/** The names of the log's filters, both in the API and in the URL. */
export const filterNames = ["userId", "keyId", "action", "targetType", "targetId", "from", "to"] as const;
export type FilterName = (typeof filterNames)[number];
export type AuditFilter = Partial<Record<FilterName, string>>;

export function readFilter(params: URLSearchParams): AuditFilter {
  const given = filterNames.map((name) => [name, params.get(name) ?? ""]).filter(([, value]) => value !== "");
  return Object.fromEntries(given) as AuditFilter;
}

/** The query of `auditEvents.list`. Days are in the time zone `zone`. */
export function toQuery(filter: AuditFilter, zone: string) {
  return { ...filter, ...(filter.from === undefined && filter.to === undefined ? {} : { tz: zone }) };
}
