import { PictureInPicture2 } from "lucide-react";
import { lazy, Suspense, useCallback, useState } from "react";
import { useText } from "#api/settings.ts";
import classes from "./timer-bar.module.css";

const load = () => import("./floating-timer.tsx").then((m) => ({ default: m.FloatingTimer }));
const FloatingTimer = lazy(load);

/** Document Picture-in-Picture, which TypeScript's library does not describe. */
interface PictureInPicture {
  requestWindow: (options: { width: number; height: number }) => Promise<Window>;
}

declare global {
  interface Window {
    documentPictureInPicture?: PictureInPicture;
  }
}

/** Opens the timer in a window that stays above others, where the browser can. */
export function FloatingButton() {
  const { time } = useText();
  const [view, setView] = useState<Window>();
  const close = useCallback(() => setView(undefined), []);
  const { documentPictureInPicture } = window;
  if (documentPictureInPicture === undefined) return null;
  async function open(from: PictureInPicture): Promise<void> {
    // First: the browser opens it only in answer to the click.
    const opened = await from.requestWindow({ width: 340, height: 90 });
    await load();
    setView(opened);
  }
  return (
    <>
      <button
        type="button"
        className={classes.float}
        aria-label={time.float}
        title={time.float}
        aria-pressed={view !== undefined}
        onPointerEnter={() => void load()}
        onClick={() => (view === undefined ? void open(documentPictureInPicture).catch(() => undefined) : view.close())}
      >
        <PictureInPicture2 size={16} aria-hidden />
      </button>
      <Suspense>{view !== undefined && <FloatingTimer view={view} onClose={close} />}</Suspense>
    </>
  );
}
