import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { checkArticle, type Path } from "./check-article.ts";
import { checkTogether, type Located } from "./check-together.ts";
import { readMarkdownArticle } from "./read-markdown-article.ts";

/** An article as it was read, of whatever shape. */
export interface Draft {
  value: unknown;
  locate: (path: Path) => string;
}

const shownProblems = 50;

/** An error whose message lists what is wrong, one line each, for the person who wrote the source. */
export class BlogSourceError extends Error {
  constructor(source: string, problems: readonly string[]) {
    const more = problems.length > shownProblems ? [`… and ${problems.length - shownProblems} more`] : [];
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    super([`${source}: ${count}, nothing was changed`, ...problems.slice(0, shownProblems), ...more].join("\n  "));
    this.name = "BlogSourceError";
  }
}

/** The articles of a JSON file or of a folder of Markdown files, in their order; throws `BlogSourceError`. */
export async function readSource(path: string): Promise<Located[]> {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new BlogSourceError(path, [error.code === "ENOENT" ? "there is no such file or folder" : error.message]);
  });
  const problems: string[] = [];
  const drafts = info.isDirectory() ? await readFolder(path, problems) : await readJsonFile(path, problems);
  const articles = drafts.flatMap(({ value, locate }) => {
    const article = checkArticle(value, (where, cause) => problems.push(`${locate(where)}: ${cause}`));
    return article === undefined ? [] : [{ article, locate }];
  });
  problems.push(...checkTogether(articles));
  if (problems.length > 0) throw new BlogSourceError(path, problems);
  return articles;
}

async function readFolder(folder: string, problems: string[]): Promise<Draft[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found
    .filter((entry) => !entry.isDirectory() && entry.name.endsWith(".md") && !entry.name.startsWith("."))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted(byName);
  if (files.length === 0) problems.push(`${folder}: holds no Markdown file (*.md)`);
  const drafts: Draft[] = [];
  for (const file of files) {
    const shown = join(folder, file);
    const text = await readText(shown, problems);
    if (text === undefined) continue;
    const draft = readMarkdownArticle(text, (line, cause) => problems.push(`${shown}:${line}: ${cause}`));
    if (draft !== undefined) drafts.push({ value: draft.value, locate: (path) => `${shown}:${draft.lineOf(path)}` });
  }
  return drafts;
}

// The same order on every machine, whatever its language; numbers count as such, so 2-b.md stands before 10-a.md.
function byName(a: string, b: string): number {
  const compare = new Intl.Collator("en", { numeric: true }).compare;
  const [x, y] = [a.split(sep).join("/"), b.split(sep).join("/")];
  return compare(x, y) || (x < y ? -1 : 1);
}

async function readJsonFile(file: string, problems: string[]): Promise<Draft[]> {
  const text = await readText(file, problems);
  if (text === undefined) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    problems.push(`${file}:${lineOfSyntaxError(text, error as SyntaxError)}: ${(error as SyntaxError).message}`);
    return [];
  }
  if (!Array.isArray(value)) {
    problems.push(`${file}: must hold a JSON array of articles`);
    return [];
  }
  return value.map((item: unknown, at) => ({ value: item, locate: (path) => `${file}: ${toPointer([at, ...path])}` }));
}

async function readText(file: string, problems: string[]): Promise<string | undefined> {
  try {
    const bytes = await readFile(file);
    const text = new TextDecoder().decode(bytes);
    if (Buffer.from(text).equals(withoutMark(bytes))) return text;
    problems.push(`${file}:${lineAt(text, text.indexOf("\ufffd"))}: is not UTF-8 text`);
  } catch (error) {
    problems.push(`${file}: cannot be read (${(error as Error).message})`);
  }
  return undefined;
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).toString("hex") === "efbbbf" ? bytes.subarray(3) : bytes;
}

// V8 names the position only while there is one; otherwise the text ended too early.
function lineOfSyntaxError(text: string, error: SyntaxError): number {
  const position = /at position (\d+)/.exec(error.message)?.[1];
  return lineAt(text, position === undefined ? text.length : Number(position));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, Math.max(0, index)).split("\n").length;
}

function toPointer(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
