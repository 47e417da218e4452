import type { en } from "./en/catalogue.ts";

export type Catalogue = typeof en;
export type Language = "en" | "de";

/** Chooses the form of a count: `plural("en", 3, { one: "entry", other: "entries" })`. */
export function plural(language: Language, count: number, forms: { one: string; other: string }): string {
  const rule = new Intl.PluralRules(language).select(count);
  return `${new Intl.NumberFormat(language).format(count)} ${rule === "one" ? forms.one : forms.other}`;
}
