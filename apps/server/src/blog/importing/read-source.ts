import { isUtf8 } from "node:buffer";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { checkArticle, type Path } from "./check-article.ts";
import { checkTogether, type Located } from "./check-together.ts";
import { readMarkdownArticle } from "./read-markdown-article.ts";

/** An article as read, before its shape is checked. */
export interface Draft {
  value: unknown;
  locate: (path: Path) => string;
}

const shownProblems = 50;

/** An error whose message lists the problems, one per line, for the author of the source. */
export class BlogSourceError extends Error {
  constructor(source: string, problems: readonly string[]) {
    const more = problems.length > shownProblems ? [`… and ${problems.length - shownProblems} more`] : [];
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    super([`${source}: ${count}, nothing was changed`, ...problems.slice(0, shownProblems), ...more].join("\n  "));
    this.name = "BlogSourceError";
  }
}

/**
 * Reads the articles of a JSON file, a Markdown file or a folder of Markdown files, in order. Throws a
 * `BlogSourceError` if there are problems.
 */
export async function readSource(path: string): Promise<Located[]> {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new BlogSourceError(path, [error.code === "ENOENT" ? "no such file or folder" : error.message]);
  });
  const problems: string[] = [];
  const drafts = await readDrafts(path, info.isDirectory(), problems);
  const articles = drafts.flatMap(({ value, locate }) => {
    const article = checkArticle(value, (where, cause) => problems.push(`${locate(where)}: ${cause}`));
    return article === undefined ? [] : [{ article, locate }];
  });
  problems.push(...checkTogether(articles));
  if (problems.length > 0) throw new BlogSourceError(path, problems);
  return articles;
}

async function readDrafts(path: string, isFolder: boolean, problems: string[]): Promise<Draft[]> {
  if (!isFolder && !path.toLowerCase().endsWith(".md")) return readJsonFile(path, problems);
  const files = isFolder ? await findMarkdown(path, problems) : [path];
  const drafts = [];
  for (const file of files) drafts.push(await readMarkdownFile(file, problems));
  return drafts.filter((draft) => draft !== undefined);
}

async function findMarkdown(folder: string, problems: string[]): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found
    .filter((entry) => !entry.isDirectory() && entry.name.endsWith(".md") && !entry.name.startsWith("."))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted(byName);
  if (files.length === 0) problems.push(`${folder}: contains no Markdown files (*.md)`);
  return files.map((file) => join(folder, file));
}

async function readMarkdownFile(file: string, problems: string[]): Promise<Draft | undefined> {
  const text = await readText(file, problems);
  if (text === undefined) return undefined;
  const draft = readMarkdownArticle(text, (line, cause) => problems.push(`${file}:${line}: ${cause}`));
  return draft && { value: draft.value, locate: (path) => `${file}:${draft.lineOf(path)}` };
}

// Compares names by an English collation, so the order is the same in every locale. Numbers compare by value: 2-b.md
// precedes 10-a.md.
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
    problems.push(`${file}:${lineAt(text, faultIndex(text))}: ${(error as SyntaxError).message}`);
    return [];
  }
  if (!Array.isArray(value)) {
    problems.push(`${file}: must contain a JSON array of articles`);
    return [];
  }
  return value.map((item: unknown, at) => ({ value: item, locate: (path) => `${file}: ${toPointer([at, ...path])}` }));
}

async function readText(file: string, problems: string[]): Promise<string | undefined> {
  try {
    const bytes = await readFile(file);
    const text = new TextDecoder().decode(bytes);
    if (Buffer.from(text).equals(withoutMark(bytes))) return text;
    problems.push(`${file}:${lineOfBadBytes(bytes)}: is not UTF-8 text; save the file as UTF-8`);
  } catch (error) {
    problems.push(`${file}: cannot be read (${(error as Error).message})`);
  }
  return undefined;
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).toString("hex") === "efbbbf" ? bytes.subarray(3) : bytes;
}

// Returns the line of the first undecodable byte. Line breaks are single bytes in UTF-8.
function lineOfBadBytes(bytes: Buffer): number {
  const isText = (end: number) => isUtf8(bytes.subarray(0, end));
  let line = 1;
  for (let end = bytes.indexOf(10); end !== -1 && isText(end); end = bytes.indexOf(10, end + 1)) line++;
  return line;
}

/**
 * Finds the position at which a text stops being valid JSON. V8 reports a position only for some errors, so this
 * searches for the longest valid prefix.
 */
function faultIndex(text: string): number {
  let [fits, fails] = [0, text.length + 1];
  while (fails - fits > 1) {
    const middle = (fits + fails) >> 1;
    if (couldGoOn(text.slice(0, middle))) fits = middle;
    else fails = middle;
  }
  return fits;
}

function couldGoOn(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as SyntaxError;
    const position = /at position (\d+)/.exec(message)?.[1];
    return message.startsWith("Unexpected end") || (position !== undefined && Number(position) >= text.length);
  }
}

function lineAt(text: string, index: number): number {
  return text.slice(0, Math.max(0, index)).split("\n").length;
}

function toPointer(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
