import { use } from "react";
import { loadOnce } from "#device/load-once.ts";
import { byLanguage, type Language } from "./catalogue.ts";
import { useLanguage } from "./text.ts";

/**
 * The texts of a lazily loaded screen, kept out of the first load. English is loaded with the screen, other languages
 * only when they are used. `others` are the modules from `import.meta.glob`, which export one text each. With `isEarly`,
 * they load together with the screen instead of when it is rendered.
 */
export function lazyText<Text>(en: Text, others: Record<string, () => Promise<unknown>>, isEarly = false): () => Text {
  const once = Object.entries(others).map(([path, load]) => [path, loadOnce(load)]);
  const loaders: Partial<Record<Language, () => Promise<Record<string, Text>>>> = byLanguage(Object.fromEntries(once));
  // The screen reports a failure when it uses the text.
  if (isEarly && typeof document === "object") void loaders[document.documentElement.lang as Language]?.();
  return function useLazyText() {
    const load = loaders[useLanguage()];
    return load === undefined ? en : (Object.values(use(load()))[0] as Text);
  };
}
