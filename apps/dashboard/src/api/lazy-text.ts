import { use } from "react";
import { useSettings } from "./settings.ts";

/**
 * The texts of a screen that is loaded when it is opened, so that the first load does without them: English comes with
 * the screen, German as soon as somebody reads it.
 */
export function lazyText<Text>(en: Text, loadGerman: () => Promise<Text>): () => Text {
  let german: Promise<Text> | undefined;
  return function useLazyText() {
    const { language } = useSettings();
    return language === "en" ? en : use((german ??= loadGerman()));
  };
}
