import type { ErrorCode } from "@stint/sdk";
import { useSheetWords } from "./use-sheet-words.ts";

interface Refusal {
  code?: string | undefined;
  message: string;
}

/** Why a timesheet could not be changed, in a sentence of its own; the server's if there is none. */
export function useSheetRefusal(): (refusal: Refusal) => string {
  const { refusals } = useSheetWords();
  return ({ code, message }) => refusals[code as ErrorCode] ?? message;
}
