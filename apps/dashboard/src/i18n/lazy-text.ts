import { use } from "react";
import { byLanguage, type Language } from "./catalogue.ts";
import { useLanguage } from "./text.ts";

/**
 * The texts of a lazily loaded screen, kept out of the first load. English is loaded with the screen, other languages
 * only when they are used. `others` are the modules from `import.meta.glob`, which export one text each. With `isEarly`,
 * they load together with the screen instead of when it is rendered.
 */
export function lazyText<Text>(en: Text, others: Record<string, () => Promise<unknown>>, isEarly = false): () => Text {
  const loaders: Partial<Record<Language, () => Promise<Record<string, Text>>>> = byLanguage(others);
  const loaded: Partial<Record<Language, Promise<Text>>> = {};
  const load = (language: Language, loader: () => Promise<Record<string, Text>>) =>
    (loaded[language] ??= loader().then((module) => Object.values(module)[0] as Text));
  if (isEarly && typeof document === "object") {
    const language = document.documentElement.lang as Language;
    const loader = loaders[language];
    // The screen reports a failure when it uses the text.
    if (loader !== undefined) load(language, loader).catch(() => undefined);
  }
  return function useLazyText() {
    const language = useLanguage();
    const loader = loaders[language];
    return loader === undefined ? en : use(load(language, loader));
  };
}
