import { use } from "react";
import { useLanguage } from "./text.ts";

/**
 * The texts of a lazily loaded screen, kept out of the first load. English comes with the screen, German when someone
 * reads it.
 */
export function lazyText<Text>(en: Text, loadGerman: () => Promise<Text>): () => Text {
  let german: Promise<Text> | undefined;
  return function useLazyText() {
    const language = useLanguage();
    return language === "en" ? en : use((german ??= loadGerman()));
  };
}
