export type ReportLine = (line: number, cause: string) => void;

export interface SectionDraft {
  id?: number;
  mainHeading: string;
  description: string;
  img: string | null;
  children: SectionDraft[];
}

const heading = /^(#{2,})(?:[ \t]+(.*?))?[ \t]*$/;
const attributes = /^(.*?)[ \t]*\{#(\d+)(?:[ \t]+img=([^\s}]+))?[ \t]*\}$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Reads the text before the first `##` and the sections: `## Heading {#123}` begins a section, `###` a nested one, and
 * so on. Headings inside fenced code are text, and so are lines with a backslash before the `##`.
 */
export function readSections(allLines: readonly string[], from: number, report: ReportLine) {
  const [lead, ...blocks] = splitBlocks(allLines, from);
  const lines = new Map<string, number>();
  const noteText = (path: string, block: Block) => {
    const first = block.text.findIndex(isText);
    // `block.line` is the heading, or the end of the front matter; the text begins below it.
    if (first !== -1) lines.set(path, block.line + first + 1);
  };
  noteText("description", lead);
  const sections: SectionDraft[] = [];
  // The ancestors that the next heading can have, outermost first.
  const open: { section: SectionDraft; path: string }[] = [];
  for (const block of blocks) {
    const { level, title, text, line } = block;
    if (level > open.length + 1) {
      report(line, `${"#".repeat(level + 1)} must be inside a section of ${"#".repeat(level)}`);
      continue;
    }
    open.length = level - 1;
    const parent = open.at(-1);
    const siblings = parent?.section.children ?? sections;
    const path = `${parent === undefined ? "subHeadings" : `${parent.path}/children`}/${siblings.length}`;
    const section = toSection(title, joinText(text));
    siblings.push(section);
    open.push({ section, path });
    lines.set(path, line);
    noteText(`${path}/description`, block);
  }
  return {
    description: joinText(lead.text),
    sections,
    /** Maps paths (joined with slashes) to the line number of each section and the first line number of each text. */
    lines,
  };
}

interface Block {
  /** 1 for `##`; 0 for the text before the first heading. */
  level: number;
  title: string;
  text: string[];
  line: number;
}

function splitBlocks(allLines: readonly string[], from: number): [Block, ...Block[]] {
  let block: Block = { level: 0, title: "", text: [], line: from };
  const blocks: [Block, ...Block[]] = [block];
  let fenced: string | undefined;
  for (const [at, line] of allLines.entries()) {
    if (at < from) continue;
    const isCode = fenced !== undefined;
    fenced = fenceAfter(line, fenced);
    const [, signs, title = ""] = (isCode ? null : heading.exec(line)) ?? [];
    if (signs === undefined) {
      block.text.push(isCode ? line : line.replace(/^\\(?=\\*##)/, ""));
    } else {
      block = { level: signs.length - 1, title, text: [], line: at + 1 };
      blocks.push(block);
    }
  }
  return blocks;
}

// Does not require an id, because `checkArticle` reports a missing one with the line of the heading.
function toSection(title: string, description: string): SectionDraft {
  const [, mainHeading = title, id, img = null] = attributes.exec(title) ?? [];
  const texts = { mainHeading, description, img, children: [] };
  return id === undefined ? texts : { id: Number(id), ...texts };
}

// Returns the marker of the fence that is open after this line.
function fenceAfter(line: string, before: string | undefined): string | undefined {
  const marker = fence.exec(line)?.[1];
  if (before === undefined) return marker;
  const closes = marker !== undefined && marker.startsWith(before) && line.trim() === marker;
  return closes ? undefined : before;
}

const isText = (line: string) => line.trim() !== "";

// Drops blank lines around a text, because they only separate it from the headings.
function joinText(lines: readonly string[]): string {
  const first = lines.findIndex(isText);
  return first === -1 ? "" : lines.slice(first, lines.findLastIndex(isText) + 1).join("\r\n");
}
