import type { Language } from "#identity/me/languages.ts";
import type { WordedNotice } from "./kind/kind.ts";
import { kinds, type NoticeRow } from "./kinds.ts";
import type { Reading } from "./kind/reading.ts";
import { de } from "./words/de.ts";
import { en } from "./words/en.ts";
import { fr } from "./words/fr.ts";
import type { Words } from "./words/words.ts";

const words: Record<Language, Words> = { en, de, fr };

/** The texts that all kinds of notices share. */
export function wordsOf(language: Language): Words {
  return words[language];
}

export function wordNotice(row: NoticeRow, reading: Reading, now: Date): WordedNotice {
  return kinds[row.kind].write(row, reading, now);
}
