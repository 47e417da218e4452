import { useCallback } from "react";
import { useSearchParams } from "wouter";
import { withFields } from "./filter.ts";

/** A query parameter and its setter. The setter replaces the history entry; an empty text removes the parameter. */
export function useParam(name: string): [string, (value: string) => void] {
  const [[value = ""], setValues] = useParams(name);
  return [value, useCallback((one: string) => setValues([one]), [setValues])];
}

/** Like `useParam`, for a parameter that the address may contain several times. */
export function useParams(name: string): [readonly string[], (values: readonly string[]) => void] {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (values: readonly string[]) => setParams((before) => withFields(before, { [name]: values }), { replace: true }),
    [name, setParams],
  );
  return [params.getAll(name), set];
}
