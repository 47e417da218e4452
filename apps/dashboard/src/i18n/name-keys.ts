import type { Catalogue } from "./catalogue.ts";

/** A key combination as the language's keyboards label it: `Ctrl K` is `Strg K` in German. */
export function nameKeys(combination: string, { names }: Catalogue["keys"]): string {
  return combination.replaceAll(/[A-Z][a-z]+/g, (key) => names[key as keyof typeof names] ?? key);
}
