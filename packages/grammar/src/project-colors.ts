/** The colours of projects, in the order of assignment. The API stores the values of the light theme. */
export const projectColors = [
  "#1141bc",
  "#a53700",
  "#096d4d",
  "#761e5f",
  "#2b98a4",
  "#8a76ff",
  "#978e03",
  "#cb717b",
  "#036dcf",
  "#b54274",
  "#845c9a",
  "#588a49",
  "#4f4b81",
  "#51692f",
  "#6989c6",
  "#8b0910",
  "#984e51",
  "#822035",
  "#0c9065",
  "#7f425a",
  "#a96f90",
  "#147b76",
  "#d75e50",
  "#937115",
] as const;

/** The colours that the dashboard offered until November 2026, each with the one that it shows instead. */
const replacedColors: Readonly<Record<string, (typeof projectColors)[number]>> = {
  "#037e3f": "#0c9065",
  "#058eaf": "#2b98a4",
  "#2d6fcd": "#036dcf",
  "#c44844": "#d75e50",
  "#b2417f": "#b54274",
  "#4345ab": "#1141bc",
  "#a97f05": "#937115",
  "#d25579": "#cb717b",
  "#6c8e03": "#588a49",
  "#6c4ab3": "#4f4b81",
  "#bb6802": "#a53700",
  "#077e6c": "#147b76",
};

/** The colour that is shown for a stored one. */
export function shownColor(color: string): string {
  return replacedColors[color] ?? color;
}
