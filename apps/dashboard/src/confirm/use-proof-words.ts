import { lazyText } from "#i18n/lazy-text.ts";
import { proof } from "#i18n/en/proof.ts";

export const useProofWords = lazyText(proof, () => import("#i18n/de/proof.ts").then((m) => m.proof));
