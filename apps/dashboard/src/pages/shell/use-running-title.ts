import { useCallback, useEffect, useRef } from "react";

/** Writes the running time and the description into the window's title; gives what is called with the time. */
export function useRunningTitle(description: string | undefined): (text: string) => void {
  const titles = useRef({ untouched: document.title, shown: "" });
  useEffect(() => {
    const own = titles.current;
    return () => {
      if (own.shown !== "" && document.title === own.shown) document.title = own.untouched;
      own.shown = "";
    };
  }, [description === undefined]);
  return useCallback(
    (text: string) => {
      const own = titles.current;
      // A screen that was opened meanwhile has set a title of its own.
      if (document.title !== own.shown) own.untouched = document.title;
      own.shown = `${text} ${description === undefined || description === "" ? own.untouched : description}`;
      document.title = own.shown;
    },
    [description],
  );
}
