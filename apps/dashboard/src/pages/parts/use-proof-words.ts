import { lazyText } from "#api/lazy-text.ts";
import { proof } from "#text/en/proof.ts";

export const useProofWords = lazyText(proof, () => import("#text/de/proof.ts").then((m) => m.proof));
