import { type ComponentType, createElement, use, useEffect } from "react";
import { loadOnce } from "#device/load-once.ts";

/**
 * A component in a separate chunk. Once loaded ahead, it renders synchronously; otherwise React shows it only after its
 * fallback, at least 300 ms later. Unlike React's `lazy`, it is loaded again when it is next shown after a failure.
 */
export function apart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const loadShown = loadOnce(load);
  return {
    show: function Show(props: Props) {
      return createElement<Props>(loaded ?? use(loadShown()), props);
    },
    /** Never fails: what could not be loaded is loaded again when it is shown, and reports a failure then. */
    loadAhead: () =>
      load().then(
        (component) => void (loaded = component),
        () => undefined,
      ),
  };
}

/** Longer than the first screen takes, and shorter than anyone takes to press something on it. */
const pauseMs = 1000;

/** Loads what the person may open next, soon after the screen that opens it has been shown. */
export function useLoadAhead(...loads: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of loads) void load().catch(() => undefined);
    }, pauseMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the functions are constants of the module that calls
  }, []);
}
