import { useState } from "react";
import { heldUpUntil } from "#api/held-up.ts";
import { lazyText } from "#api/lazy-text.ts";
import { heldUp } from "#text/en/held-up.ts";

const useWords = lazyText(heldUp, () => import("#text/de/held-up.ts").then((m) => m.heldUp));

/** Says that and how long the server takes no requests of the session, and what is seen meanwhile. */
export function HeldUp({ isEmpty = false }: { isEmpty?: boolean }) {
  const words = useWords();
  // Read once: a status that counts would be read out each second.
  const [seconds] = useState(() => Math.ceil((heldUpUntil() - Date.now()) / 1000));
  return <p>{(isEmpty ? words.wait : words.pause)(String(Math.max(1, seconds)))}</p>;
}
