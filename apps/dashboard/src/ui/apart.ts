import { type ComponentType, createElement, lazy, useEffect, useState } from "react";

/**
 * A component in a separate chunk. Once loaded ahead, it renders synchronously, whereas React shows a lazy component
 * only after its fallback, at least 300 ms later.
 */
export function apart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const Later = lazy(() => load().then((component) => ({ default: component })));
  /** Shows the same component until it is removed, because React would replace it, with its fields, by another one. */
  function Show(props: Props) {
    const [component] = useState(() => loaded ?? (Later as ComponentType<Props>));
    return createElement<Props>(component, props);
  }
  return {
    show: Show,
    loadAhead: async () => void (loaded = await load()),
  };
}

/** Longer than the first screen takes, and shorter than anyone takes to press something on it. */
const pauseMs = 1000;

/** Loads what the person may open next, soon after the screen that opens it has been shown. */
export function useLoadAhead(...loads: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // What could not be loaded is loaded again when it is opened, and reports a failure then.
      for (const load of loads) void load().catch(() => undefined);
    }, pauseMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the functions are constants of the module that calls
  }, []);
}
