import { useEffect, useEffectEvent } from "react";
import { useLocation, useSearchParams } from "wouter";
import { useScreen } from "./screens.ts";

/**
 * Opens a form if the URL asks for it with this parameter, as the links of the palette and of the first steps do. The
 * URL then loses the parameter, so that asking again opens the form again, and a reload doesn't.
 */
export function useAskedForm(name: "new" | "invite", open: () => void): void {
  const [path] = useLocation();
  const [params, setParams] = useSearchParams();
  // The previous screen, which stays until the next one has loaded, must not answer for it.
  const isAsked = path === useScreen()?.path && params.has(name);
  const answer = useEffectEvent(() => {
    open();
    const rest = new URLSearchParams(params);
    rest.delete(name);
    setParams(rest, { replace: true });
  });
  useEffect(() => {
    if (isAsked) answer();
  }, [isAsked]);
}
