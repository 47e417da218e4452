import { useEffect, useState } from "react";

/** Draws once more when a list has opened: its field names the list by an id, which is there only then. */
export function useOpenedList(isOpen: boolean): void {
  const [, setIsThere] = useState(false);
  useEffect(() => setIsThere(isOpen), [isOpen]);
}
