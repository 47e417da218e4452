import { useCallback, useEffect, useRef } from "react";

/** Shows the running time and the description in the window title. Returns a function that updates the time. */
export function useRunningTitle(description: string | undefined): (text: string) => void {
  const titles = useRef({ untouched: document.title, shown: "" });
  const isRunning = description !== undefined;
  useEffect(() => {
    const own = titles.current;
    return () => {
      if (own.shown !== "" && document.title === own.shown) document.title = own.untouched;
      own.shown = "";
    };
  }, [isRunning]);
  return useCallback(
    (text: string) => {
      const own = titles.current;
      // If another screen has set a new title, that becomes the title to restore.
      if (document.title !== own.shown) own.untouched = document.title;
      own.shown = `${text} ${description === undefined || description === "" ? own.untouched : description}`;
      document.title = own.shown;
    },
    [description],
  );
}
