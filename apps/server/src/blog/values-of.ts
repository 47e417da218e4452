const brackets = /\[\d*\]$/;

/**
 * Returns all values of a repeatable parameter, with or without brackets in its name: many clients write `category[]=a`
 * or `category[0]=a`.
 */
export function valuesOf(params: URLSearchParams, name: string): string[] {
  return [...params].flatMap(([given, value]) => (given.replace(brackets, "") === name ? [value] : []));
}
