import type { ReportLine } from "./read-markdown-article.ts";

export interface SectionDraft {
  id?: number;
  mainHeading: string;
  description: string;
  img: string | null;
  children: SectionDraft[];
}

export interface MarkdownBody {
  description: string;
  sections: SectionDraft[];
  /** The line of the description and of each section, by its path joined with slashes. */
  lines: ReadonlyMap<string, number>;
}

const heading = /^(#{2,})(?:[ \t]+(.*?))?[ \t]*$/;
const attributes = /^(.*?)[ \t]*\{#(\d+)(?:[ \t]+img=([^\s}]+))?[ \t]*\}$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;

/**
 * The text before the first `##` and the sections: `## Heading {#123}` begins one, `###` one inside it, and so on.
 * Headings inside of fenced code are text; so is a line that begins with a backslash before its `##`.
 */
export function readSections(allLines: readonly string[], from: number, report: ReportLine): MarkdownBody {
  const lines = new Map<string, number>();
  const sections: SectionDraft[] = [];
  // The open sections, outermost first, each with its path.
  const open: { section: SectionDraft; path: string }[] = [];
  let text: string[] = [];
  let fenced: string | undefined;
  let description: string | undefined;

  const closeText = () => {
    const joined = joinText(text);
    text = [];
    const current = open.at(-1);
    if (current !== undefined) current.section.description = joined;
    else if (description === undefined) description = joined;
  };

  const openSection = (line: string, level: number, lineNumber: number) => {
    if (level > open.length + 1) {
      return report(lineNumber, `${"#".repeat(level + 1)} must stand inside a section of ${"#".repeat(level)}`);
    }
    open.length = level - 1;
    const siblings = open.at(-1)?.section.children ?? sections;
    const parentPath = open.at(-1) === undefined ? "subHeadings" : `${open.at(-1)?.path}/children`;
    const path = `${parentPath}/${siblings.length}`;
    const section = toSection(line);
    siblings.push(section);
    open.push({ section, path });
    lines.set(path, lineNumber);
  };

  for (const [at, line] of allLines.entries()) {
    if (at < from) continue;
    fenced = fenceAfter(line, fenced);
    const found = fenced === undefined && !fence.test(line) ? heading.exec(line) : null;
    if (found === null) {
      if (description === undefined && text.length === 0 && line.trim() !== "") lines.set("description", at + 1);
      text.push(fenced === undefined ? line.replace(/^\\(?=\\*##)/, "") : line);
    } else {
      closeText();
      openSection(found[2] ?? "", (found[1]?.length ?? 2) - 1, at + 1);
    }
  }
  closeText();
  return { description: description ?? "", sections, lines };
}

// Without an id the check of the article says what is missing, at this line.
function toSection(line: string): SectionDraft {
  const [, mainHeading = line, id, img = null] = attributes.exec(line) ?? [];
  const texts = { mainHeading, description: "", img, children: [] };
  return id === undefined ? texts : { id: Number(id), ...texts };
}

// The marker of the fence that is open after this line.
function fenceAfter(line: string, before: string | undefined): string | undefined {
  const marker = fence.exec(line)?.[1];
  if (before === undefined) return marker;
  const closes = marker !== undefined && marker.startsWith(before) && line.trim() === marker;
  return closes ? undefined : before;
}

// Blank lines around a text separate it from the headings and are no part of it.
function joinText(lines: readonly string[]): string {
  const isText = (line: string) => line.trim() !== "";
  const first = lines.findIndex(isText);
  return first === -1 ? "" : lines.slice(first, lines.findLastIndex(isText) + 1).join("\r\n");
}
