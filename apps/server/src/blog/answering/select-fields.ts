import type { Article } from "#blog/content/article.ts";

/** The selected fields in wire order; undefined selects all fields. */
export type Selection = readonly (keyof Article)[] | undefined;

const articleFields: readonly (keyof Article)[] = [
  "id",
  "author",
  "mainHeading",
  "slug",
  "category",
  "description",
  "blogImg",
  "hashtags",
  "time",
  "date",
  "subHeadings",
];

/**
 * Returns the fields that `fields` and `omit` select. Unknown names are ignored, and so is `fields` if all of its names
 * are unknown.
 */
export function selectFields(params: URLSearchParams): Selection {
  const wanted = namesOf(params, "fields");
  const unwanted = namesOf(params, "omit");
  const kept = wanted.length === 0 ? articleFields : wanted;
  const left = kept.filter((name) => !unwanted.includes(name));
  return left.length === articleFields.length ? undefined : left;
}

function namesOf(params: URLSearchParams, parameter: string): (keyof Article)[] {
  const given = valuesOf(params, parameter).flatMap((value) => value.split(",").map((name) => name.trim()));
  return articleFields.filter((name) => given.includes(name));
}

const brackets = /\[\d*\]$/;

/**
 * Returns all values of a repeatable parameter, with or without brackets in its name: many clients write `category[]=a`
 * or `category[0]=a`.
 */
export function valuesOf(params: URLSearchParams, name: string): string[] {
  return [...params].flatMap(([given, value]) => (given.replace(brackets, "") === name ? [value] : []));
}
