import { useReducedMotion } from "@mantine/hooks";
import { useEffect } from "react";
import { useNow } from "#api/use-now.ts";

/** The running time in the tab's icon, drawn once a minute; where motion is unwanted, a mark that stays. */
export function TabIcon({ since }: { since: string }) {
  const now = useNow();
  const isStill = useReducedMotion();
  const seconds = isStill ? undefined : Math.max(0, (now - Date.parse(since)) / 1000);
  useEffect(() => {
    let isWanted = true;
    void import("./draw-tab-icon.ts").then(({ drawTabIcon, shortRunning }) => {
      const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
      if (isWanted && link !== null) link.href = drawTabIcon(seconds === undefined ? "" : shortRunning(seconds));
    });
    return () => void (isWanted = false);
  }, [seconds]);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    const own = link?.href;
    return () => {
      if (link !== null && own !== undefined) link.href = own;
    };
  }, []);
  return null;
}
