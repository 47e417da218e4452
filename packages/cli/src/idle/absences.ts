/** A period in which the user was away. */
export interface Absence {
  fromMs: number;
  toMs: number;
}

/**
 * Derives the absences of at least `minMs` from the samples. During an absence, the screen was locked, there was no
 * input, or there were no samples because the machine slept. An absence that has not ended ends now, because the user
 * has just typed a command.
 */
export function findAbsences(
  text: string,
  { minMs, everyMs, nowMs }: { minMs: number; everyMs: number; nowMs: number },
): Absence[] {
  const found: Absence[] = [];
  let current: Absence | undefined;
  let before: ReturnType<typeof readSamples>[number] | undefined;
  // Merges adjacent absences, for example when a machine with a locked screen went to sleep.
  const begin = (fromMs: number, toMs: number) => {
    if (current === undefined) current = { fromMs, toMs };
    else current = { fromMs: Math.min(current.fromMs, fromMs), toMs: Math.max(current.toMs, toMs) };
  };
  for (const sample of readSamples(text)) {
    const { atMs, idleMs, isLocked } = sample;
    const slept = before !== undefined && atMs - before.atMs >= Math.max(minMs, 3 * everyMs);
    const isAway = isLocked || idleMs >= minMs;
    if (slept && before !== undefined) begin(before.atMs, atMs);
    if (isAway) begin(atMs - idleMs, atMs);
    else if (current !== undefined) {
      if (!slept) current.toMs = Math.max(current.toMs, atMs - idleMs);
      found.push(current);
      current = undefined;
    }
    before = sample;
  }
  if (current !== undefined) found.push({ ...current, toMs: nowMs });
  return found.filter(({ fromMs, toMs }) => toMs - fromMs >= minMs);
}

function readSamples(text: string) {
  return text
    .split("\n")
    .map((line) => /^(\d+) (\d+) ([01])$/.exec(line))
    .filter((match) => match !== null)
    .map(([, at, idle, locked]) => ({
      atMs: Number(at) * 1000,
      idleMs: Number(idle) * 1000,
      isLocked: locked === "1",
    }))
    .toSorted((one, other) => one.atMs - other.atMs);
}
