/**
 * The teams that a member led when the key was looked up. Absent for higher roles, which reach everyone, and for
 * viewers, who cannot lead teams.
 */
export interface Leadership {
  teamIds: ReadonlySet<string>;
  /** The teams' current members, and the lead. */
  userIds: ReadonlySet<string>;
  /** The current members of the teams with `showsMoney`. */
  moneyOf: ReadonlySet<string>;
}

/** A text that is equal for equal leaderships. */
export function textOf({ teamIds, userIds, moneyOf }: Leadership): string {
  return [teamIds, userIds, moneyOf].map((ids) => [...ids].toSorted().join(" ")).join("\n");
}

export function isSameLeadership(one: Leadership | undefined, other: Leadership | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one === other || textOf(one) === textOf(other);
}
