import { useMediaQuery } from "@mantine/hooks";

/** Tells whether the screens take their form for phones: as the style sheets do at 860px, which follow the font size. */
export function useIsPhone(): boolean {
  return useMediaQuery("(max-width: 53.75em)", undefined, { getInitialValueInEffect: false });
}
