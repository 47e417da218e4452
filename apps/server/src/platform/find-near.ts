import { distance } from "fastest-levenshtein";

/** Removes case and punctuation from a name, so that different spelling conventions compare equal. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/**
 * Returns the known name that the caller most likely meant: the nearest by edit distance, or the only one that begins
 * with the given name.
 */
export function findNear(name: string, known: readonly string[]): string | undefined {
  const given = plainName(name);
  if (given === "") return undefined;
  const ranked = known
    .map((candidate) => ({ candidate, away: distance(given, plainName(candidate)) }))
    .toSorted((a, b) => a.away - b.away);
  const [nearest] = ranked;
  if (nearest !== undefined && nearest.away <= Math.floor(given.length * 0.4)) return nearest.candidate;
  const begun = known.filter((candidate) => given.length > 3 && plainName(candidate).startsWith(given));
  return begun.length === 1 ? begun[0] : undefined;
}
