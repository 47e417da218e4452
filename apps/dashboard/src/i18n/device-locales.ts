/** The languages that the browser reports, as Intl accepts them: of some systems, it reports `en_US@posix` or `C`. */
export function deviceLocales(tags: readonly string[] = navigator.languages): string[] {
  return tags.flatMap((tag) => {
    try {
      return new Intl.Locale(tag.replace(/[@.].*/, "").replaceAll("_", "-")).baseName;
    } catch {
      return [];
    }
  });
}
