/** The maximum number of entries or timesheets in one request. */
export const batchSize = 500;

export function batches<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [];
  for (let at = 0; at < items.length; at += batchSize) parts.push(items.slice(at, at + batchSize));
  return parts;
}
