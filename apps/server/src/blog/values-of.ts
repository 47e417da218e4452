const brackets = /\[\d*\]$/;

/** Returns all values of a repeatable parameter. Many clients write its name as `category[]=a` or `category[0]=a`. */
export function valuesOf(params: URLSearchParams, name: string): string[] {
  return [...params].flatMap(([given, value]) => (given.replace(brackets, "") === name ? [value] : []));
}
