import { createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from "@mantine/core";

/** Ink on paper: the interface has no accent colour, but Mantine requires ten shades of one. */
const ink: MantineColorsTuple = [
  "#f3f4f6",
  "#e6e8ec",
  "#ccd0d6",
  "#aab0b9",
  "#868e98",
  "#5b636d",
  "#3d444c",
  "#2a2f36",
  "#1e2227",
  "#16191d",
];

/** Mantine's dark greys, mapped to the surfaces and lines of tokens.css. */
const dark: MantineColorsTuple = [
  "#eceef0",
  "#c6cbd1",
  "#9aa2ac",
  "#6b737d",
  "#26292e",
  "#2a2e34",
  "#1e2125",
  "#17191c",
  "#101214",
  "#0b0d0e",
];

export const theme = createTheme({
  primaryColor: "ink",
  primaryShade: { light: 9, dark: 0 },
  autoContrast: true,
  // Mantine derives a filled button's text colour from the light theme's shade, which would be white on white in the
  // dark theme.
  variantColorResolver: (input) => ({
    ...defaultVariantColorsResolver(input),
    ...(input.variant === "filled" && input.color === "ink" && { color: "var(--on-ink)" }),
  }),
  colors: { ink, dark },
  fontFamily: '"Geist Variable", system-ui, sans-serif',
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, monospace",
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  lineHeights: { xs: "1rem", sm: "1.125rem", md: "1.25rem", lg: "1.5rem", xl: "1.75rem" },
  spacing: { xs: "0.25rem", sm: "0.5rem", md: "0.75rem", lg: "1rem", xl: "1.5rem" },
  radius: { xs: "4px", sm: "6px", md: "6px", lg: "12px", xl: "16px" },
  defaultRadius: "md",
  headings: { fontFamily: '"Geist Variable", system-ui, sans-serif', fontWeight: "620" },
  cursorType: "pointer",
  respectReducedMotion: true,
  // Doesn't use the components' `extend`, because importing it would load dialogs with the first screen.
  components: {
    // Labels mark the optional fields, because most fields are required.
    InputWrapper: {
      defaultProps: { withAsterisk: false, inputWrapperOrder: ["label", "input", "description", "error"] },
    },
    // Mantine's tick would be white on white in the dark theme.
    Checkbox: { defaultProps: { iconColor: "var(--on-ink)" } },
    Radio: { defaultProps: { iconColor: "var(--on-ink)" } },
  },
});
