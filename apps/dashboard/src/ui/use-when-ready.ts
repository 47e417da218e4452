import { useEffect, useEffectEvent, useState } from "react";

/**
 * Returns a function that runs the action as soon as `isReady`, and whether the action is waiting. An action that
 * people request before the data has loaded is thus neither refused nor half done. A change of `about` cancels the
 * action.
 */
export function useWhenReady(isReady: boolean, action: () => void, about = ""): [ask: () => void, isAsked: boolean] {
  const [asked, setAsked] = useState<string>();
  const isAsked = asked === about;
  const isDue = isAsked && isReady;
  const act = useEffectEvent(() => {
    setAsked(undefined);
    action();
  });
  useEffect(() => {
    if (isDue) act();
  }, [isDue]);
  return [() => setAsked(about), isAsked];
}
