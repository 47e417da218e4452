import { useScreenHeading } from "./screens.ts";

/** Sets the browser tab's title on a screen that renders a heading of its own. */
export function ScreenTitle() {
  return <title>{`${useScreenHeading()} – Stint`}</title>;
}
