import { use } from "react";
import type { Language } from "./catalogue.ts";
import { useLanguage } from "./text.ts";

type Loaders<Text> = ReadonlyMap<Language, () => Promise<Text>>;

/** Indexes the modules from `import.meta.glob`, which export one text each, by language, the name of their folder. */
export function byLanguage<Text>(modules: Record<string, () => Promise<unknown>>): Loaders<Text> {
  return new Map(
    Object.entries(modules).map(([path, load]) => [
      path.split("/").at(-2) as Language,
      async () => Object.values((await load()) as Record<string, Text>)[0] as Text,
    ]),
  );
}

/**
 * The texts of a lazily loaded screen, kept out of the first load. English is loaded with the screen, other languages
 * only when they are used.
 */
export function lazyText<Text>(en: Text, others: Record<string, () => Promise<unknown>>): () => Text {
  const loaders = byLanguage<Text>(others);
  const loaded = new Map<Language, Promise<Text>>();
  return function useLazyText() {
    const language = useLanguage();
    const load = loaders.get(language);
    if (load === undefined) return en;
    const texts = loaded.get(language) ?? load();
    loaded.set(language, texts);
    return use(texts);
  };
}
