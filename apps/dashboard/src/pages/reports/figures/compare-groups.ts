export interface Figures {
  seconds: number;
  billableSeconds: number;
  entries: number;
  /** Missing for people who may not see amounts. */
  amountMinor?: number | undefined;
  unratedSeconds?: number | undefined;
}

export interface Group extends Figures {
  key: string | null;
  name: string | null;
  groups?: readonly Group[] | undefined;
}

export interface Compared extends Figures {
  id: string;
  key: string | null;
  name: string | null;
  before: Figures | undefined;
  parts: readonly Compared[];
}

const nothing = { seconds: 0, billableSeconds: 0, entries: 0 };

/**
 * Pairs each group with the same group of the previous range. Groups that exist only in the previous range come last.
 * Dates aren't paired, because their keys differ between ranges.
 */
export function compareGroups(
  groups: readonly Group[],
  before: readonly Group[] | undefined,
  areDates: boolean,
  path = "",
): Compared[] {
  const former = new Map((areDates ? [] : (before ?? [])).map((group) => [group.key, group]));
  const present = new Set(groups.map(({ key }) => key));
  const gone = [...former.values()].filter(({ key }) => !present.has(key));
  const all = [...groups, ...gone.map(({ key, name }): Group => ({ ...nothing, key, name }))];
  return all.map(({ groups: parts = [], ...group }) => {
    const own = former.get(group.key);
    const id = `${path}/${group.key ?? ""}`;
    return { ...group, id, before: own, parts: compareGroups(parts, own?.groups, areDates, id) };
  });
}
