import { useSyncExternalStore } from "react";

/** The maximum number of printed rows. */
export const mostPrinted = 5_000;

let isPrinting = false;

export function useIsPrinting(): boolean {
  return useSyncExternalStore(follow, () => isPrinting);
}

/** The page is printed as soon as the listeners have run, so these events are read without delay. */
function follow(onChange: () => void): () => void {
  const set = ({ type }: Event) => {
    isPrinting = type === "beforeprint";
    onChange();
  };
  addEventListener("beforeprint", set);
  addEventListener("afterprint", set);
  return () => {
    removeEventListener("beforeprint", set);
    removeEventListener("afterprint", set);
  };
}
