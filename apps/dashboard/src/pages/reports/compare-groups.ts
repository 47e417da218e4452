/** The sums of entries, as the API gives them. */
export interface Figures {
  seconds: number;
  billableSeconds: number;
  entries: number;
  /** Absent for those who may not see money. */
  amountMinor?: number | undefined;
}

export interface Group extends Figures {
  key: string | null;
  name: string | null;
  groups?: readonly Group[] | undefined;
}

/** A row of the table. */
export interface Compared extends Figures {
  id: string;
  key: string | null;
  name: string | null;
  before: Figures | undefined;
  parts: readonly Compared[];
}

const nothing = { seconds: 0, billableSeconds: 0, entries: 0 };

/**
 * Each group beside the same one of the range before. Groups that were there only before come last; those of dates have
 * other keys in the other range, and stay without.
 */
export function compareGroups(
  groups: readonly Group[],
  before: readonly Group[] | undefined,
  areDates: boolean,
  path = "",
): Compared[] {
  const former = new Map((areDates ? [] : (before ?? [])).map((group) => [group.key, group]));
  const gone = [...former.values()].filter(({ key }) => !groups.some((group) => group.key === key));
  const all = [...groups, ...gone.map(({ key, name }): Group => ({ ...nothing, key, name }))];
  return all.map(({ key, name, seconds, billableSeconds, entries, amountMinor, groups: parts = [] }) => {
    const own = former.get(key);
    const id = `${path}/${key ?? ""}`;
    const figures = { seconds, billableSeconds, entries, ...(amountMinor === undefined ? {} : { amountMinor }) };
    return { ...figures, id, key, name, before: own, parts: compareGroups(parts, own?.groups, areDates, id) };
  });
}
