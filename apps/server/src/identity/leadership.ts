/**
 * The teams that a member led when the key was looked up. Higher roles have no leadership, because they can access
 * everyone's records; viewers have none, because they cannot lead teams.
 */
export interface Leadership {
  teamIds: ReadonlySet<string>;
  /** The current members of the teams, and the lead. */
  userIds: ReadonlySet<string>;
  /** The current members of the teams that have `showsMoney`. */
  moneyOf: ReadonlySet<string>;
}

/** Returns a text that identifies a leadership: equal leaderships have equal texts. */
export function textOf({ teamIds, userIds, moneyOf }: Leadership): string {
  return [teamIds, userIds, moneyOf].map((ids) => [...ids].toSorted().join(" ")).join("\n");
}

export function isSameLeadership(one: Leadership | undefined, other: Leadership | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one === other || textOf(one) === textOf(other);
}
