import { announce } from "#ui/announce.ts";

/** Copies, and says whether it did. */
export async function copyText(text: string, words: { copied: string; notCopied: string }): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => announce(words.copied),
    () => announce(words.notCopied),
  );
}
