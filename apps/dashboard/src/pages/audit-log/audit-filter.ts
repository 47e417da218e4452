/** The names of the log's filters, both in the API and in the URL. Those in `lists` may have several values. */
const lists = ["userId", "keyId", "action", "targetType", "targetId"] as const;
const days = ["from", "to"] as const;
export type AuditFilter = Partial<
  Record<(typeof lists)[number], readonly string[]> & Record<(typeof days)[number], string>
>;

export function readAuditFilter(params: URLSearchParams): AuditFilter {
  const given = [
    ...lists.map((name) => [name, params.getAll(name).filter((value) => value !== "")] as const),
    ...days.map((name) => [name, params.get(name) ?? ""] as const),
  ];
  return Object.fromEntries(given.filter(([, value]) => value.length > 0)) as AuditFilter;
}

/** The query parameters of the screen with this filter. */
export function writeAuditFilter(filter: AuditFilter): [string, string][] {
  return Object.entries(filter).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((each): [string, string][] => (each === "" ? [] : [[name, each]])),
  );
}

/** The query of `auditEvents.list`. Days are in the time zone `zone`. */
export function toAuditQuery(filter: AuditFilter, zone: string) {
  return { ...filter, ...(filter.from === undefined && filter.to === undefined ? {} : { tz: zone }) };
}
