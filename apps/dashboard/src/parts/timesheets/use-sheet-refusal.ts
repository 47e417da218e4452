import type { ErrorCode } from "@stint/sdk";
import { useSheetWords } from "./use-sheet-words.ts";

/** Returns a clause that explains why a timesheet couldn't be changed; undefined for other errors. */
export function useSheetRefusal(): (code: string | undefined) => string | undefined {
  const { refusals } = useSheetWords();
  return (code) => refusals[code as ErrorCode];
}
