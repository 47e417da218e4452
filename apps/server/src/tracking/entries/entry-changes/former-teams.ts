import type { Actor } from "#identity/access.ts";
import type { FormerMembers } from "#tracking/entries/time-entries/read-filter.ts";
import type { ReachChange, TeamPeople } from "./queries.ts";

/** A change to a team. `former` is null for a creation, and `present` for a deletion. */
export interface TeamChange {
  at: string;
  teamId: string;
  former: TeamPeople | null;
  present: TeamPeople | null;
}

export function toTeamChange({ at, team_id: teamId, former, present }: ReachChange): TeamChange[] {
  return teamId === null ? [] : [{ at, teamId, former, present }];
}

const statesOf = ({ former, present }: TeamChange) => [former, present].filter((state) => state !== null);

/** Returns all members that each team had before or after any of its changes. */
export function formerMembers(teams: readonly TeamChange[]): FormerMembers {
  const members = new Map<string, string[]>();
  for (const change of teams) {
    const known = members.get(change.teamId) ?? [];
    members.set(change.teamId, [...known, ...statesOf(change).flatMap(({ member_ids: ids }) => ids)]);
  }
  return members;
}

/**
 * Extends the actor's leadership to every team that they led before or after any of the changes, with its members at
 * that time.
 */
export function withFormerTeams(actor: Actor, teams: readonly TeamChange[]): Pick<Actor, "leadership"> {
  const { leadership, userId } = actor;
  const led = teams.map((change) => ({ ...change, states: statesOf(change).filter((state) => isLed(state, userId)) }));
  const former = led.filter(({ states }) => states.length > 0);
  if (former.length === 0) return leadership === undefined ? {} : { leadership };
  const memberIds = former.flatMap(({ states }) => states.flatMap(({ member_ids: ids }) => ids));
  return {
    leadership: {
      teamIds: new Set([...(leadership?.teamIds ?? []), ...former.map(({ teamId }) => teamId)]),
      userIds: new Set([userId, ...(leadership?.userIds ?? []), ...memberIds]),
      moneyOf: new Set(leadership?.moneyOf),
    },
  };
}

/** The members whose entries the change may have revealed to or hidden from the follower. */
export function joined(
  { teamId, former, present }: TeamChange,
  { userId }: Actor,
  asked: string[] | undefined,
): string[] {
  const [led, leads] = [isLed(former, userId), isLed(present, userId)];
  const isAsked = asked?.includes(teamId) === true;
  const [was, is] = [new Set(former?.member_ids), new Set(present?.member_ids)];
  const changed = [...was.symmetricDifference(is)];
  // Leads see the entries of all members. All these entries are affected if the follower becomes or stops being a lead,
  // or if leads gain or lose access to amounts.
  if (led !== leads) return [...(isAsked || !leads ? was : []), ...(isAsked || leads ? is : [])];
  if (leads && former?.shows_money !== present?.shows_money) return [...was.union(is)];
  return leads || isAsked ? changed : [];
}

function isLed(team: TeamPeople | null, userId: string): boolean {
  return team?.lead_ids.includes(userId) === true;
}
