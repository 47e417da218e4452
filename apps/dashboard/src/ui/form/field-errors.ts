import { createContext, use } from "react";

/** Returns what a reply says of a field. The form shows only what no field has asked for. */
type ErrorOf = (field: string) => string | undefined;

export const FieldErrors = createContext<ErrorOf>(() => undefined);

/** Returns the error of a field in the form around it. */
export function useFieldError(field: string | undefined): string | undefined {
  const errorOf = use(FieldErrors);
  return field === undefined ? undefined : errorOf(field);
}
