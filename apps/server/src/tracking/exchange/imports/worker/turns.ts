export interface Waiting {
  org_id: string;
  id: string;
}

export interface Turns {
  /** Sorts imports so that the organizations served least recently come first; otherwise keeps the order. */
  sort(waiting: readonly Waiting[]): Waiting[];
  serve(orgId: string): void;
}

const maxRemembered = 10_000;

/** Remembers when this node last worked for each organization. */
export function createTurns(): Turns {
  const served = new Map<string, number>();
  let turn = 0;
  return {
    sort: (waiting) => waiting.toSorted((a, b) => (served.get(a.org_id) ?? 0) - (served.get(b.org_id) ?? 0)),
    serve(orgId) {
      if (served.size >= maxRemembered) served.clear();
      served.set(orgId, ++turn);
    },
  };
}
