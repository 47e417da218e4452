// The ETags of received objects. The weak references let an ETag live as long as its object.
const tags = new WeakMap<object, string>();

/** Stores a reply's ETag with the object in the reply; for a started timer, with `timer`. */
export function keepTag(value: unknown, tag: string | null): void {
  if (tag === null || typeof value !== "object" || value === null) return;
  tags.set("timer" in value ? (value.timer as object) : value, tag);
}

/** The ETag of an object that a single read or a change returned; undefined for other objects. */
export function keptTag(value: unknown): string | undefined {
  return typeof value === "object" && value !== null ? tags.get(value) : undefined;
}

/**
 * Returns the value for If-Match: the version, or the ETag if the ETag does not begin with the version. Items of lists
 * have a version but no ETag. Strips the `W/` that a compressing proxy adds, because If-Match only accepts strong
 * ETags.
 */
export function tagOf(value: { version: number }): string {
  const tag = keptTag(value)?.replace(/^W\//, "");
  return tag === undefined || /^"\d+["-]/.test(tag) ? `"${value.version}"` : tag;
}
