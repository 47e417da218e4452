// While a person signs in, the path that they wanted is part of other URLs and, at an OpenID provider, of a cookie. The
// query of a long path, such as a program's request, is kept in the tab instead, and a number stands for the query.

const longest = 300;
const prefix = "stint-query ";

/** Returns the path, or a short one that stands for it in this tab. */
export function shortPath(path: string): string {
  if (path.length <= longest || !path.includes("?")) return path;
  const query = path.slice(path.indexOf("?"));
  try {
    let id = 0;
    while (![null, query].includes(sessionStorage.getItem(prefix + id))) id++;
    sessionStorage.setItem(prefix + id, query);
    return `${path.slice(0, -query.length)}?kept=${id}`;
  } catch {
    // If storage is forbidden or full, the path stays long.
    return path;
  }
}

/** Returns the full path for a path from `shortPath`, and any other path unchanged. */
export function fullPath(path: string): string {
  const [, pathname, id] = /^([^?]*)\?kept=(\d+)$/.exec(path) ?? [];
  try {
    const query = id === undefined ? null : sessionStorage.getItem(prefix + id);
    return query === null ? path : `${pathname}${query}`;
  } catch {
    return path;
  }
}

export function forgetLongPaths(): void {
  try {
    sessionStorage.clear();
  } catch {
    // If storage is forbidden, there is nothing to remove.
  }
}

/** The path of this page, for a URL that leads back to it. */
export function shortPathHere(): string {
  return encodeURIComponent(shortPath(location.pathname + location.search));
}
