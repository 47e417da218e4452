import { useCallback, useEffect, useRef } from "react";

/** Shows the running time and the description in the window title. Returns a function that updates the time. */
export function useRunningTitle(description: string): (text: string) => void {
  const titles = useRef({ untouched: document.title, shown: "" });
  useEffect(() => {
    const own = titles.current;
    return () => {
      if (own.shown !== "" && document.title === own.shown) document.title = own.untouched;
      own.shown = "";
    };
  }, []);
  return useCallback(
    (text: string) => {
      const own = titles.current;
      // If another screen has set a new title, that becomes the title to restore.
      if (document.title !== own.shown) own.untouched = document.title;
      own.shown = `${text} ${description === "" ? own.untouched : description}`;
      document.title = own.shown;
    },
    [description],
  );
}
