/** Runs `work` for each item. One failure does not stop the others; failures are thrown at the end. */
export async function runApart<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    await work(item).catch((error: unknown) => {
      failures.push(...(error instanceof AggregateError ? (error.errors as unknown[]) : [error]));
    });
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} tasks failed`);
}

/**
 * Runs `work` for each item in rounds; an item stays in while `work` says that it has more. A failure ends the rounds
 * of its item only; failures are thrown at the end.
 */
export async function runInTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<boolean>): Promise<void> {
  const failures: (() => Promise<never>)[] = [];
  for (let left = [...items]; left.length > 0;) {
    const more: Item[] = [];
    for (const item of left) {
      await work(item).then(
        (hasMore) => hasMore && more.push(item),
        (error: unknown) => failures.push(() => Promise.reject(error)),
      );
    }
    left = more;
  }
  await runApart(failures, (fail) => fail());
}
