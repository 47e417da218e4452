type Tags = readonly string[];

/** Returns the tags without those to remove and with those to add. Compares tags as the server does, ignoring case. */
export function retag(tags: Tags, remove: Tags = [], add: Tags = []): string[] {
  const kept = tags.filter((tag) => !hasTag(remove, tag));
  return add.reduce((all, tag) => (hasTag(all, tag) ? all : [...all, tag]), kept);
}

export const hasTag = (tags: Tags, tag: string): boolean =>
  tags.some((each) => each.toLowerCase() === tag.toLowerCase());
