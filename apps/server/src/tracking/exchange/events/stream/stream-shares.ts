import type { Actor } from "#identity/access.ts";
import { AppError } from "#platform/errors.ts";

/** The maximum numbers of open streams on a node. */
export interface StreamShares {
  perKey: number;
  /** The limit for all keys and sessions of one member together. */
  perMember: number;
  perOrganization: number;
  perNode: number;
}

/** The properties of a stream that determine its share. */
export interface Holding {
  actor: Pick<Actor, "orgId" | "userId" | "keyId" | "kind">;
  /** When the stream was opened, or when it last sent an event. */
  activeAtMs: number;
}

/** The levels at which a node's streams are divided. At each level, all holders have equal shares. */
const levels: readonly ((stream: Holding) => string)[] = [
  ({ actor }) => actor.orgId,
  ({ actor }) => actor.userId,
  // Sessions and API keys are separate holders, so scripts cannot crowd out the member's browsers.
  ({ actor }) => actor.kind,
  ({ actor }) => actor.keyId,
];

/** The limits of the node and of each level, in the order of `levels`. */
const limits: readonly (keyof StreamShares | undefined)[] = [
  "perNode",
  "perOrganization",
  "perMember",
  undefined,
  "perKey",
];

/** The stream that must end to make room, if any; or the limit that prevents another stream. */
export type Admission<Stream> = { ends: Stream | undefined } | { full: keyof StreamShares };

/**
 * Makes room for one more stream. If a level is full, a holder below its equal share takes over a stream of the largest
 * holder. A holder at its share is refused, unless a lower level has a larger holder. A stream ends only if its holder
 * keeps at least an equal share, so two clients never keep ending each other's streams.
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

/**
 * The largest holder in this part, if it has more than an equal share and the requester has less. `own` are the
 * requester's streams in this part.
 */
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

/** The stream that has been idle longest among those of the largest holder, which is found level by level. */
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
