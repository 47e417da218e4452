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

/** The colours that the picker offered until November 2026, each with the position of the one that replaces it. */
const replaced: Record<string, number> = {
  "#037e3f": 18,
  "#058eaf": 4,
  "#2d6fcd": 8,
  "#c44844": 22,
  "#b2417f": 9,
  "#4345ab": 0,
  "#a97f05": 23,
  "#d25579": 7,
  "#6c8e03": 11,
  "#6c4ab3": 12,
  "#bb6802": 1,
  "#077e6c": 21,
};

/** A project's CSS colour in the current theme. Derived from the id if no colour was chosen. */
export function projectColor(project: { id: string; color: string | null } | undefined): string {
  if (project === undefined) return "var(--control)";
  if (project.color === null) return colorFromText(project.id);
  return `var(--p${positionOf(project.color) ?? nearest(project.color)})`;
}

/** One of the colours for a person or for a project without a colour; the same text always gives the same one. */
export function colorFromText(text: string): string {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521;
  return `var(--p${sum % projectColors.length})`;
}

/** The position in the picker; undefined for other colours, which API clients can set. */
export function positionOf(color: string): number | undefined {
  const at = projectColors.findIndex((each) => each === color);
  return at < 0 ? replaced[color] : at;
}

function nearest(color: string): number {
  const distances = projectColors.map((each) => distance(parts(each), parts(color)));
  return distances.indexOf(Math.min(...distances));
}

function parts(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

function distance(left: number[], right: number[]): number {
  return left.reduce((sum, value, at) => sum + (value - (right[at] ?? 0)) ** 2, 0);
}
