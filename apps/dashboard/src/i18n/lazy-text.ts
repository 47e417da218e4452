import { use } from "react";
import { byLanguage, type Language } from "./catalogue.ts";
import { useLanguage } from "./text.ts";

/**
 * The texts of a lazily loaded screen, kept out of the first load. English is loaded with the screen, other languages
 * only when they are used. `others` are the modules from `import.meta.glob`, which export one text each.
 */
export function lazyText<Text>(en: Text, others: Record<string, () => Promise<unknown>>): () => Text {
  const loaders: Partial<Record<Language, () => Promise<Record<string, Text>>>> = byLanguage(others);
  const loaded: Partial<Record<Language, Promise<Text>>> = {};
  return function useLazyText() {
    const language = useLanguage();
    const load = loaders[language];
    if (load === undefined) return en;
    return use((loaded[language] ??= load().then((module) => Object.values(module)[0] as Text)));
  };
}
