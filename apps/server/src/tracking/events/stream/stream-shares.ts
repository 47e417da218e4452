import type { Actor } from "#identity/access.ts";
import { AppError } from "#platform/errors.ts";

/** The most open streams at a node. */
export interface StreamShares {
  perKey: number;
  /** All keys and sessions of a member of an organization together. */
  perMember: number;
  perOrganization: number;
  perNode: number;
}

/** A stream as far as its share is concerned. */
export interface Holding {
  actor: Pick<Actor, "orgId" | "userId" | "keyId" | "kind">;
  /** When it was opened, or last sent an event. */
  activeAtMs: number;
}

/** How the room of a node is divided, each part equally among those within it that have streams. */
const levels: readonly ((stream: Holding) => string)[] = [
  ({ actor }) => actor.orgId,
  ({ actor }) => actor.userId,
  // Scripts share one half, so that they cannot crowd out the browsers of their member.
  ({ actor }) => actor.kind,
  ({ actor }) => actor.keyId,
];

/** The limits of the node and of what `levels` divides it into. */
const limits: readonly (keyof StreamShares | undefined)[] = [
  "perNode",
  "perOrganization",
  "perMember",
  undefined,
  "perKey",
];

/** The stream that ends to make room for another one, if any has to; or the limit that refuses it. */
export type Admission<Stream> = { ends: Stream | undefined } | { full: keyof StreamShares };

/**
 * Finds room for one more stream. Where a part is full, whoever holds less than an equal share of it gets room from
 * whoever holds the most; whoever holds that share already is refused, unless there is more to gain from a smaller part
 * inside. A stream ends only if its holder keeps at least an equal share, so two clients never end each other's in turn.
 */
export function admit<Stream extends Holding>(
  open: Iterable<Stream>,
  actor: Holding["actor"],
  shares: StreamShares,
): Admission<Stream> {
  const parts: Stream[][] = [[...open]];
  for (const nameOf of levels) {
    const name = nameOf({ actor, activeAtMs: 0 });
    parts.push((parts.at(-1) ?? []).filter((stream) => nameOf(stream) === name));
  }
  const innermost = parts.findLastIndex((part, level) => part.length >= limitOf(shares, level));
  const full = limits[innermost];
  if (full === undefined) return { ends: undefined };
  for (let level = innermost; level < levels.length; level++) {
    const holder = findLargerHolder(parts[level] ?? [], parts[level + 1] ?? [], levels[level]);
    if (holder !== undefined) return { ends: longestIdle(holder, level + 1) };
  }
  return { full };
}

function limitOf(shares: StreamShares, level: number): number {
  const limit = limits[level];
  return limit === undefined ? Infinity : shares[limit];
}

/** The largest holder in a part, if it holds more than an equal share and `own` holds less. */
function findLargerHolder<Stream extends Holding>(
  part: readonly Stream[],
  own: readonly Stream[],
  nameOf: ((stream: Holding) => string) | undefined,
): Stream[] | undefined {
  const holders = [...Map.groupBy(part, (stream) => nameOf?.(stream)).values()];
  const share = Math.max(1, Math.floor(part.length / (holders.length + (own.length === 0 ? 1 : 0))));
  const largest = largestOf(holders);
  return own.length < share && largest.length > share ? largest : undefined;
}

/** The stream of the largest holder at each level within these that has been idle for longest. */
function longestIdle<Stream extends Holding>(streams: readonly Stream[], level: number): Stream | undefined {
  const rest = levels
    .slice(level)
    .reduce<readonly Stream[]>((some, nameOf) => largestOf([...Map.groupBy(some, nameOf).values()]), streams);
  return rest.toSorted((one, other) => one.activeAtMs - other.activeAtMs)[0];
}

function largestOf<Stream>(holders: readonly Stream[][]): Stream[] {
  return holders.reduce<Stream[]>((most, each) => (each.length > most.length ? each : most), []);
}

export function refusedBy(full: keyof StreamShares, shares: StreamShares): AppError {
  const who = {
    perKey: `This key has ${shares.perKey} event streams`,
    perMember: `The keys and sessions of this member have ${shares.perMember} event streams`,
    perOrganization: `This organization has ${shares.perOrganization} event streams`,
    perNode: "All event streams of this server are in use, and your organization already has its share of them",
  }[full];
  const message = `${who} open here. Close one, or try again later.`;
  return new AppError("too_many_streams", message, { headers: { "retry-after": "5" } });
}
