/** Runs `work` for each item. A failure of one does not keep the others from running; what failed is thrown at the end. */
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
