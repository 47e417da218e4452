import { useEffect } from "react";
import { useNow } from "#state/use-now.ts";
import { wholeMinutes } from "#time/running-seconds.ts";
import { useMedia } from "#ui/theme/use-media.ts";

/** Shows the running time in the tab icon, redrawn once a minute. With reduced motion, shows a static mark instead. */
export function TabIcon({ since }: { since: string }) {
  const now = useNow(since);
  const isStill = useMedia("(prefers-reduced-motion: reduce)");
  const seconds = isStill ? undefined : wholeMinutes(Date.parse(since), now);
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
