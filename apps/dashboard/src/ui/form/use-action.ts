import { useState } from "react";
import { useUiWords } from "#ui/words.ts";

/** The state of a button's action: whether it is running, and its last error. */
export function useAction() {
  const { explain } = useUiWords();
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  return {
    isRunning,
    error,
    message: error === undefined ? "" : explain(error),
    run(work: () => Promise<unknown>): void {
      setIsRunning(true);
      setError(undefined);
      work()
        .catch(setError)
        .finally(() => setIsRunning(false));
    },
  };
}
