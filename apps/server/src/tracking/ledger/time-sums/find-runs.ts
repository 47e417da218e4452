import type { BucketPiece, Level } from "./pieces.ts";

/** Adjacent pieces of the same level and sign, in consecutive buckets. */
export interface Run {
  level: Level;
  sign: 1 | -1;
  firstBucket: number;
  /** The start of each piece, and the end of the last one. */
  bounds: number[];
}

// With fewer pieces, one scan per piece is just as fast.
const shortestRun = 8;

/** Combines consecutive pieces, so that many consecutive days become one range scan. */
export function findRuns(pieces: BucketPiece[]): { runs: Run[]; rest: BucketPiece[] } {
  const runs: Run[] = [];
  const rest: BucketPiece[] = [];
  for (const group of Map.groupBy(pieces, ({ level, sign }) => `${level} ${sign}`).values()) {
    let chain: BucketPiece[] = [];
    const close = () => {
      const run = chain.length < shortestRun ? undefined : toRun(chain);
      if (run === undefined) rest.push(...chain);
      else runs.push(run);
      chain = [];
    };
    for (const piece of group) {
      const last = chain.at(-1);
      const follows =
        last !== undefined && last.toMs !== null && last.toMs === piece.fromMs && last.bucket + 1 === piece.bucket;
      if (!follows) close();
      chain.push(piece);
    }
    close();
  }
  return { runs, rest };
}

function toRun(chain: BucketPiece[]): Run | undefined {
  const [first] = chain;
  const starts = chain.map(({ fromMs }) => fromMs);
  const endMs = chain.at(-1)?.toMs ?? null;
  if (first === undefined || first.level === "entries" || endMs === null || starts[0] === null) return undefined;
  const bounds = [...starts.filter((ms) => ms !== null), endMs];
  return { level: first.level, sign: first.sign, firstBucket: first.bucket, bounds };
}
