// The ETags of received objects. The map is weak, so that an ETag lives only as long as its object.
const tags = new WeakMap<object, string>();

/** Stores a reply's ETag with the object in the reply: with `timer` if there is one, as after a start. */
export function keepTag(value: unknown, tag: string | null): void {
  if (tag === null || typeof value !== "object" || value === null) return;
  tags.set("timer" in value ? (value.timer as object) : value, tag);
}

/** Returns the ETag of an object that a single read or a change returned; undefined for other objects. */
export function keptTag(value: unknown): string | undefined {
  return typeof value === "object" && value !== null ? tags.get(value) : undefined;
}

/**
 * Returns the value for If-Match: the ETag if the object has one that does not begin with a version, or else the
 * version. Items of lists have no ETag. Strips the `W/` that a compressing proxy adds, because If-Match accepts only
 * strong ETags.
 */
export function tagOf(value: { version: number }): string {
  const tag = keptTag(value)?.replace(/^W\//, "");
  return tag === undefined || /^"\d+["-]/.test(tag) ? `"${value.version}"` : tag;
}
