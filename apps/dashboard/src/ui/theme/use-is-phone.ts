import { useMediaQuery } from "@mantine/hooks";

/**
 * Whether the phone layout is in use. The breakpoint is the 860px of the style sheets, which scales with the font size.
 */
export function useIsPhone(): boolean {
  return useMediaQuery("(max-width: 53.75em)", undefined, { getInitialValueInEffect: false });
}
