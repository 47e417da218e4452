import type { ErrorCode } from "@stint/sdk";
import { useSheetWords } from "./use-sheet-words.ts";

interface Refusal {
  code?: string | undefined;
  message: string;
}

/** Explains why a timesheet couldn't be changed. Falls back to the server's message. */
export function useSheetRefusal(): (refusal: Refusal) => string {
  const { refusals } = useSheetWords();
  return ({ code, message }) => refusals[code as ErrorCode] ?? message;
}
