import { announce } from "./announce.ts";

/** Copies the text and announces the result. */
export async function copyText(text: string, words: { copied: string; notCopied: string }): Promise<void> {
  try {
    // Undefined on pages that are served over http by another machine.
    await navigator.clipboard.writeText(text);
    announce(words.copied);
  } catch {
    announce(words.notCopied);
  }
}
