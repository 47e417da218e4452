import type { BucketPiece, Level } from "./pieces.ts";

/** Neighbouring pieces of one level and sign, whose buckets count up one by one. */
export interface Run {
  level: Level;
  sign: 1 | -1;
  firstBucket: number;
  /** Where the pieces begin, and where the last ends. */
  bounds: number[];
}

// A scan for each of fewer pieces is as good.
const shortestRun = 8;

/** Takes the long runs out of pieces, in which many days in a row are one range to read. */
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
