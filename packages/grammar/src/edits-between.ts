/** Returns the Levenshtein distance between two texts. */
export function editsBetween(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (const [at, letter] of left.split("").entries()) {
    const next = [at + 1];
    for (let to = 1; to <= right.length; to++)
      next.push(
        Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + (right[to - 1] === letter ? 0 : 1)),
      );
    row = next;
  }
  return row[right.length] ?? 0;
}
