import { projectColors, shownColor } from "@stint/grammar/project-colors.ts";

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
  const shown = shownColor(color);
  const at = projectColors.findIndex((each) => each === shown);
  return at < 0 ? undefined : at;
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
