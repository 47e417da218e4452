import { useLayoutEffect, useRef } from "react";

/** Focuses the element that `find` returns, as soon as it is rendered, once for each request. */
export function useFocusRequest<Request extends object>(
  request: Request | undefined,
  find: (request: Request) => HTMLElement | null | undefined,
): void {
  const done = useRef<Request>(undefined);
  useLayoutEffect(() => {
    if (request === undefined || request === done.current) return;
    const element = find(request);
    if (element === null || element === undefined) return;
    done.current = request;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}
