/**
 * Runs `work` for one item after another, in rounds. If `work` returns true, more is left to do, and the item takes
 * part in the next round. A failure ends the rounds of that item only, and is thrown at the end.
 */
export async function runInTurns<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<boolean | void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (let left = [...items]; left.length > 0;) {
    const more: Item[] = [];
    for (const item of left) {
      await work(item).then(
        (hasMore) => hasMore === true && more.push(item),
        (error: unknown) => failures.push(...(error instanceof AggregateError ? (error.errors as unknown[]) : [error])),
      );
    }
    left = more;
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} tasks failed`);
}
