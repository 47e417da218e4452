import { useState } from "react";
import { explainError } from "#api/explain-error.ts";
import { useText } from "#api/settings.ts";

/** Something that a button does: whether it is under way, and what went wrong the last time. */
export function useAction() {
  const text = useText();
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  return {
    isRunning,
    message: error === undefined ? "" : explainError(error, text),
    run(work: () => Promise<void>): void {
      setIsRunning(true);
      setError(undefined);
      work()
        .catch(setError)
        .finally(() => setIsRunning(false));
    },
  };
}
