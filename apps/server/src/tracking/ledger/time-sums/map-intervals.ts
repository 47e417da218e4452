import type { BucketPiece } from "./pieces.ts";

/** The weight with which each interval of time counts towards each bucket. */
export interface IntervalMap {
  /** In ascending order. Interval 0 is before the first bound, and interval n starts at the n-th bound. */
  bounds: number[];
  shares: { interval: number; bucket: number; weight: number }[];
}

/**
 * Maps pieces to intervals. An interval's weight in a bucket is the sum of the signs of the pieces that cover the
 * interval; weights of 0 are left out.
 */
export function mapIntervals(pieces: BucketPiece[]): IntervalMap {
  const bounds = [...new Set(pieces.flatMap(({ fromMs, toMs }) => [fromMs ?? [], toMs ?? []].flat()))].toSorted(
    (a, b) => a - b,
  );
  const numbers = new Map(bounds.map((ms, index) => [ms, index + 1]));
  const changes: Map<number, number>[] = [];
  const change = (interval: number, bucket: number, by: number) => {
    const at = (changes[interval] ??= new Map());
    at.set(bucket, (at.get(bucket) ?? 0) + by);
  };
  for (const { fromMs, toMs, sign, bucket } of pieces) {
    change(fromMs === null ? 0 : (numbers.get(fromMs) ?? 0), bucket, sign);
    if (toMs !== null) change(numbers.get(toMs) ?? 0, bucket, -sign);
  }
  const shares: IntervalMap["shares"] = [];
  const weights = new Map<number, number>();
  for (let interval = 0; interval <= bounds.length; interval++) {
    for (const [bucket, by] of changes[interval] ?? []) {
      const weight = (weights.get(bucket) ?? 0) + by;
      if (weight === 0) weights.delete(bucket);
      else weights.set(bucket, weight);
    }
    for (const [bucket, weight] of weights) shares.push({ interval, bucket, weight });
  }
  return { bounds, shares };
}
