import { useMediaQuery } from "@mantine/hooks";

/**
 * Whether the phone layout is in use. The breakpoint is the style sheets' 860px in em, so it scales with the font size.
 */
export function useIsPhone(): boolean {
  return useMediaQuery("screen and (max-width: 53.75em)", undefined, { getInitialValueInEffect: false });
}
