import { useCallback } from "react";
import { useSearchParams } from "wouter";

/**
 * A query parameter of the address, and its setter, which replaces the history entry. The empty text removes the
 * parameter.
 */
export function useParam(name: string): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (value: string) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (value === "") after.delete(name);
          else after.set(name, value);
          return after;
        },
        { replace: true },
      ),
    [name, setParams],
  );
  return [params.get(name) ?? "", set];
}
