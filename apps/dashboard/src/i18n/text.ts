import { createContext, useContext } from "react";
import type { Catalogue, Language } from "./catalogue.ts";

export const TextContext = createContext<{ language: Language; text: Catalogue } | undefined>(undefined);

function useTexts() {
  const texts = useContext(TextContext);
  if (texts === undefined) throw new Error("useText needs a SettingsProvider above it.");
  return texts;
}

/** The texts that every screen may need, in the person's language. */
export function useText(): Catalogue {
  return useTexts().text;
}

export function useLanguage(): Language {
  return useTexts().language;
}
