/** The number of names whose last turn is remembered. */
const remembered = 1_000;

export type LastTurns = ReturnType<typeof createLastTurns>;

/** Numbers turns, and remembers the last one of each name. */
export function createLastTurns() {
  const lastTurns = new Map<string, number>();
  let turns = 0;

  const of = (name: string) => lastTurns.get(name) ?? 0;

  return {
    /** Returns the number of the name's last turn; 0 if there was none, or none recently. */
    of,
    /** Returns the sum of the last turns' numbers for several names; -1 if there are no names. */
    sumOf: (names: readonly string[]): number =>
      names.length === 0 ? -1 : names.reduce((sum, name) => sum + of(name), 0),
    note(name: string) {
      lastTurns.delete(name);
      lastTurns.set(name, ++turns);
      for (const oldest of lastTurns.keys()) {
        if (lastTurns.size <= remembered) return;
        lastTurns.delete(oldest);
      }
    },
  };
}
