import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Document } from "yaml";
import type { Path } from "./check-article.ts";
import { type ReportLine, readSections } from "./read-sections.ts";

export interface MarkdownArticle {
  value: unknown;
  lineOf: (path: Path) => number;
}

/** The values that the API shows for absent optional fields. */
const defaults = { description: "", hashtags: "", time: "", subHeadings: [] };

/**
 * Reads an article from a Markdown file. The front matter has the API's field names; the description and the sections
 * can be in the body instead. Returns undefined if the front matter is missing or invalid.
 */
export function readMarkdownArticle(text: string, report: ReportLine): MarkdownArticle | undefined {
  const lines = text.split(/\r\n|\n/);
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---");
  if (lines[0]?.trimEnd() !== "---" || end === -1) {
    report(1, "has no front matter: the file must begin with a line ---, then fields, then a line ---");
    return undefined;
  }
  const front = readFrontMatter(lines.slice(1, end).join("\n"), report);
  if (front === undefined) return undefined;
  const body = readSections(lines, end + 1, report);
  refuseTwice(front.fields, body, report);
  const fromBody = {
    ...(body.description === "" ? {} : { description: body.description }),
    ...(body.sections.length === 0 ? {} : { subHeadings: body.sections }),
  };
  return {
    value: { ...defaults, ...withDefaults(front.fields), ...fromBody },
    lineOf: (path) => bodyLine(body.lines, path) ?? front.lineOf(path),
  };
}

interface FrontMatter {
  fields: Record<string, unknown>;
  lineOf: (path: Path) => number;
}

function readFrontMatter(text: string, report: ReportLine): FrontMatter | undefined {
  const counter = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: counter, stringKeys: true });
    for (const error of document.errors) report((error.linePos?.[0].line ?? 1) + 1, firstLine(error.message));
    if (document.errors.length > 0) return undefined;
    if (isMap(document.contents)) {
      const fields = document.toJS() as Record<string, unknown>;
      return { fields, lineOf: (path) => frontMatterLine(document, counter, path) };
    }
    report(2, "the front matter has no fields");
  } catch (error) {
    report(2, `the front matter cannot be read: ${(error as Error).message}`);
  }
  return undefined;
}

function firstLine(message: string): string {
  return message.replace(/(?: at line \d+)?[\s,:]*\n.*$/s, "").replace(/ at line \d+, column \d+:?$/, "");
}

function withDefaults(given: Record<string, unknown>): Record<string, unknown> {
  const inner: Record<string, object> = { author: { role: "", category: "" }, category: { description: "" } };
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const missing = Object.hasOwn(inner, key) && typeof value === "object" && value !== null && !Array.isArray(value);
      return [key, missing ? { ...inner[key], ...value } : value];
    }),
  );
}

function refuseTwice(given: Record<string, unknown>, body: ReturnType<typeof readSections>, report: ReportLine): void {
  if ((given["description"] ?? "") !== "" && body.description !== "") {
    report(
      body.lines.get("description") ?? 1,
      "the front matter has a description, so the text before the sections cannot be another one",
    );
  }
  if (given["subHeadings"] !== undefined && body.sections.length > 0) {
    report(body.lines.get("subHeadings/0") ?? 1, "the front matter has subHeadings, so the text cannot have sections");
  }
}

// Returns the line of the path. If that is unknown, for example because a key is missing, returns the line of the
// nearest ancestor that has one.
function bodyLine(lines: ReadonlyMap<string, number>, path: Path): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const line = lines.get(path.slice(0, length).join("/"));
    if (line !== undefined) return line;
  }
  return undefined;
}

/** Returns the line of the key at this path, or of its nearest existing ancestor. */
function frontMatterLine(document: Document, counter: LineCounter, path: Path): number {
  let node: unknown = document.contents;
  let offset: number | undefined;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
      if (!isScalar(pair?.key)) break;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node) && typeof step === "number") {
      node = node.items[step];
      if (!isNode(node)) break;
      offset = node.range?.[0] ?? offset;
    } else break;
  }
  return offset === undefined ? 1 : counter.linePos(offset).line + 1;
}
