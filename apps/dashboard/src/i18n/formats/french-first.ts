/** A date as French writes it, with an ordinal on the first day of a month: `1er novembre`, `1er–7 nov.`. */
export function withFrenchFirst(date: string, locale: string): string {
  return locale.startsWith("fr") ? date.replaceAll(/(?<!\d)1(?=\s\p{L}|\s?–)/gu, "1er") : date;
}
