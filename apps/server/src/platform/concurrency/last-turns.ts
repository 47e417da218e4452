export interface LastTurns {
  /** The number of this name's last turn; 0 if it had none, or it was long ago. */
  of(name: string): number;
  note(name: string): void;
}

/** The number of names whose last turn is remembered. */
const remembered = 1_000;

/** Numbers turns, and remembers the last one of each name. */
export function createLastTurns(): LastTurns {
  const lastTurns = new Map<string, number>();
  let turns = 0;

  return {
    of: (name) => lastTurns.get(name) ?? 0,
    note(name) {
      lastTurns.delete(name);
      lastTurns.set(name, ++turns);
      for (const oldest of lastTurns.keys()) {
        if (lastTurns.size <= remembered) return;
        lastTurns.delete(oldest);
      }
    },
  };
}
