/** The colours of projects, in the picker's order. The API stores the values of the light theme. */
export const projectColors = [
  "#037e3f",
  "#058eaf",
  "#2d6fcd",
  "#c44844",
  "#b2417f",
  "#4345ab",
  "#a97f05",
  "#d25579",
  "#6c8e03",
  "#6c4ab3",
  "#bb6802",
  "#077e6c",
] as const;

/** A project's CSS colour in the current theme. Derived from the id if no colour was chosen. */
export function projectColor(project: { id: string; color: string | null } | undefined): string {
  if (project === undefined) return "var(--control)";
  return `var(--p${project.color === null ? fromText(project.id) : nearest(project.color)})`;
}

function fromText(text: string): number {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521;
  return sum % projectColors.length;
}

/** Finds the nearest colour that is readable in both themes, because API clients can set any colour. */
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
