/** The tags after a rename: `to` replaces the first match, and further matches are removed. */
export function renamedTags(tags: string[], from: string[], to: string): string[] {
  const replaced = new Set(from.map((tag) => tag.toLowerCase()));
  if (!tags.some((tag) => replaced.has(tag.toLowerCase()))) return tags;
  const renamed = tags.map((tag) =>
    replaced.has(tag.toLowerCase()) || tag.toLowerCase() === to.toLowerCase() ? to : tag,
  );
  return [...new Set(renamed)];
}
