import { announce } from "#ui/announce.ts";

/** Copies the text and announces the result. */
export async function copyText(text: string, words: { copied: string; notCopied: string }): Promise<void> {
  try {
    // `clipboard` is undefined on pages that another machine serves over http.
    await navigator.clipboard.writeText(text);
    announce(words.copied);
  } catch {
    announce(words.notCopied);
  }
}
