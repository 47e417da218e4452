import type { Me } from "@stint/sdk";
import type { catalogue } from "./en/catalogue.ts";

export type Catalogue = typeof catalogue;
export type Language = NonNullable<Me["preferences"]["language"]>;

/** Indexes the modules from `import.meta.glob` by language, which is the name of their folder. */
export function byLanguage<Value>(modules: Record<string, unknown>): Record<Language, Value> {
  const values = Object.entries(modules).map(([path, value]) => [path.split("/").at(-2), value]);
  return Object.fromEntries(values) as Record<Language, Value>;
}

/**
 * The forms of a count, by the plural categories of the language: English has `one` and `other`, French also has
 * `many`.
 */
export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The form for a count: `entry` for 1, `entries` for 3. */
export function chooseForm(language: Language, count: number, forms: Forms): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
}

/** A count with its form: `3 entries`, or `200+ entries` if there are more than were counted. */
export function plural(language: Language, count: number, forms: Forms, hasMore = false): string {
  return `${new Intl.NumberFormat(language).format(count)}${hasMore ? "+" : ""} ${chooseForm(language, count, forms)}`;
}
