import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Language } from "./catalogue.ts";

type Texts = { readonly [name: string]: string | ((...given: string[]) => string) | Texts };

export interface ListedText {
  /** Contains `{0}`, `{1}` for the values to fill in. */
  text: string;
  places: string[];
}

export function listLanguages(): Language[] {
  return globSync("*/catalogue.ts", { cwd: import.meta.dirname })
    .map((path) => dirname(path) as Language)
    .toSorted();
}

/** Returns every text of a language by its path, such as `entries.actions.time_entry.created`. For builds and tests. */
export async function listTexts(language: Language): Promise<Map<string, ListedText>> {
  const files = globSync("*.ts", {
    cwd: join(import.meta.dirname, language),
    exclude: ["catalogue.ts", "refusals.ts", "replies.ts", "same-as-english.ts", "*.test.ts"],
  }).toSorted();
  const modules = await Promise.all(
    files.map((name) => import(pathToFileURL(join(import.meta.dirname, language, name)).href) as Promise<Texts>),
  );
  return new Map(modules.flatMap((texts) => [...list({ ...texts })]));
}

/** The path of a text without its plural category. */
export function pathOf(path: string): string {
  return path.replace(/\.(zero|one|two|few|many|other)$/, "");
}

function list(texts: Texts, path = ""): Map<string, ListedText> {
  return new Map(
    Object.entries(texts).flatMap(([name, value]) => {
      const at = path === "" ? name : `${path}.${name}`;
      if (typeof value === "object") return [...list(value, at)];
      const places = typeof value === "string" ? [] : Array.from({ length: value.length }, (_, place) => `{${place}}`);
      const text = typeof value === "string" ? value : value(...places);
      return [[at, { text, places }] as const];
    }),
  );
}
