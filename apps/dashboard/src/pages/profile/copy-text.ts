import type { Catalogue } from "#text/catalogue.ts";
import { announce } from "#ui/announce.ts";

/** Copies, and says whether it did. */
export async function copyText(text: string, { copied, notCopied }: Catalogue["profile"]): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => announce(copied),
    () => announce(notCopied),
  );
}
