interface Named {
  name: string;
}

/**
 * Finds the items whose name matches the typed text, best first: exact matches, names that begin with the text, names
 * with a word that begins with the text, all other names that contain the text. Ignores case and accents; hyphens and
 * underscores count as blanks.
 */
export function findByName<Item extends Named>(items: readonly Item[], typed: string): Item[] {
  return ranked(items, typed).map(({ item }) => item);
}

/** Like `findByName`, but returns only the items that match equally well as the best one. */
export function findBest<Item extends Named>(items: readonly Item[], typed: string): Item[] {
  return ranked(items, typed).flatMap(({ item, rank }, _, [best]) => (rank === best?.rank ? item : []));
}

function ranked<Item extends Named>(items: readonly Item[], typed: string): { item: Item; rank: number }[] {
  const wanted = plain(typed);
  return items
    .map((item) => ({ item, rank: rankOf(plain(item.name), wanted) }))
    .filter(({ rank }) => rank < 4)
    .toSorted((left, right) => left.rank - right.rank || left.item.name.localeCompare(right.item.name));
}

/** Returns the items whose whole name was typed. A hyphen between blanks stands for nothing but itself. */
export function findWholeName<Item extends Named>(items: readonly Item[], typed: string): Item[] {
  const wanted = plain(typed);
  const isApart = (text: string) => /\s-\s/.test(text);
  return items.filter(({ name }) => plain(name) === wanted && (isApart(name) || !isApart(typed)));
}

export function beginsWithName(text: string, typed: string): boolean {
  return plain(text).startsWith(plain(typed));
}

function rankOf(name: string, wanted: string): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  const at = name.indexOf(wanted);
  if (at < 0) return 4;
  return /[\s/.]/.test(name[at - 1] ?? "") ? 2 : 3;
}

/** Normalized names, because normalizing thousands of them at each keystroke would delay it. */
const known = new Map<string, string>();

function plain(text: string): string {
  // Most names need no more than this.
  if (/^[\da-z]+(?: [\da-z]+)*$/i.test(text)) return text.toLowerCase();
  const found =
    known.get(text) ??
    text
      .normalize("NFD")
      .replaceAll(/\p{Mark}/gu, "")
      .replaceAll(/[\s_-]+/g, " ")
      .toLowerCase()
      .trim();
  if (known.size > 20_000) known.clear();
  known.set(text, found);
  return found;
}
