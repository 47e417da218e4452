import { announce } from "./announce.ts";

/** Copies the text and announces the result. */
export async function copyText(text: string, words: { copied: string; notCopied: string }): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => announce(words.copied),
    () => announce(words.notCopied),
  );
}
