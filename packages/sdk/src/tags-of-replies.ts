// ETags of objects that were read; weak references, so an ETag lives as long as its object.
const tags = new WeakMap<object, string>();

/** Stores the ETag of a reply with the object in it; for a timer's start, with the timer. */
export function keepTag(value: unknown, tag: string | null): void {
  if (tag === null || typeof value !== "object" || value === null) return;
  tags.set("timer" in value ? (value.timer as object) : value, tag);
}

/** The ETag of an object that a single read or a change returned. */
export function keptTag(value: unknown): string | undefined {
  return typeof value === "object" && value !== null ? tags.get(value) : undefined;
}

/**
 * The value for If-Match: the version, which items of lists have too, or the ETag if that does not begin with the
 * version. A proxy that compresses a reply weakens its ETag, and If-Match accepts strong ones only.
 */
export function tagOf(value: { version: number }): string {
  const tag = keptTag(value)?.replace(/^W\//, "");
  return tag === undefined || /^"\d+["-]/.test(tag) ? `"${value.version}"` : tag;
}
