import { createContext, useContext } from "react";

/** The texts shown in place of a part of the page that failed to render. */
export interface FaultWords {
  title: string;
  failed: string;
  typed: string;
  reload: string;
}

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * The texts of dialogs, forms and lists. A context provides them, because `ui` may import neither the catalogue nor the
 * API.
 */
export interface UiWords {
  fault: FaultWords;
  close: string;
  cancel: string;
  /** Says that a form has a draft, next to the button that discards it. */
  kept: string;
  discard: string;
  /** Explains why the browser doesn't accept what a control contains. */
  explainInvalid: (control: Control) => Promise<string>;
  retry: string;
  loadMore: string;
  loading: string;
  /** Replaces the shape of what is loading while it cannot load, because requests are rate limited. */
  delayed: string | undefined;
  explain: (error: unknown) => string;
  /** Maps the names of fields to their errors. */
  explainFields: (error: unknown) => Record<string, string>;
}

export const UiWordsContext = createContext<UiWords | undefined>(undefined);

export function useUiWords(): UiWords {
  const words = useContext(UiWordsContext);
  if (words === undefined) throw new Error("useUiWords needs a UiWordsContext above it.");
  return words;
}
