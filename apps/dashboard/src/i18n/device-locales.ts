/** The browser's languages in a form that Intl accepts: on some systems, browsers report `en_US@posix` or `C`. */
export function deviceLocales(tags: readonly string[] = navigator.languages): string[] {
  return tags.flatMap((tag) => {
    try {
      return new Intl.Locale(tag.replace(/[@.].*/, "").replaceAll("_", "-")).baseName;
    } catch {
      return [];
    }
  });
}
