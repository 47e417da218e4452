/** How many entries one request may change. */
const batchSize = 500;

/** The parts of a list that one request each can take. */
export function batches<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [];
  for (let at = 0; at < items.length; at += batchSize) parts.push(items.slice(at, at + batchSize));
  return parts;
}
