import { isStorableText } from "#platform/text.ts";
import type { Article } from "#blog/content/article.ts";

export type Path = readonly (string | number)[];
export type Report = (path: Path, cause: string) => void;
type Check = (value: unknown, path: Path, report: Report) => void;

/** The maximum nesting depth of sections: far deeper than any page, but far too shallow to overflow the stack. */
const deepestSection = 50;

/** Returns the article with the API's shape and key order, or reports all its faults and returns undefined. */
export function checkArticle(value: unknown, report: Report): Article | undefined {
  let isValid = true;
  const reportHere: Report = (path, cause) => {
    isValid = false;
    report(path, cause);
  };
  checkArticleShape(value, [], reportHere);
  return isValid ? (inKeyOrder(value, articleShape) as unknown as Article) : undefined;
}

const integer: Check = (value, path, report) => {
  if (!Number.isSafeInteger(value) || Number(value) < 0)
    report(path, `must be an integer of at least 0, not ${show(value)}`);
};

const text: Check = (value, path, report) => {
  if (typeof value !== "string") return report(path, `must be a string, not ${show(value)}`);
  if (value.includes("\0")) report(path, "contains a NUL character");
  else if (!isStorableText(value)) report(path, "contains a lone surrogate, which no encoding can represent");
};

function textThat(holds: (value: string) => boolean, cause: string): Check {
  return (value, path, report) => {
    text(value, path, report);
    if (typeof value === "string" && !holds(value)) report(path, `${cause}, not ${show(value)}`);
  };
}

const slug = textThat(
  (value) => /^[a-z0-9_-]{1,255}$/.test(value),
  "must be 1 to 255 lower-case letters, digits, hyphens and underscores",
);
const url = textThat(
  (value) => /^https?:\/\/[^\s\p{Cc}]+$/iu.test(value) && URL.canParse(value),
  "must be an absolute http or https URL",
);
const urlOrNull: Check = (value, path, report) => {
  if (value !== null) url(value, path, report);
};
const time = textThat((value) => /^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/.test(value), "must be empty or HH:MM");
const date = textThat(isCalendarDate, "must be a date that exists, as YYYY-MM-DD");

function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

interface Shape {
  [key: string]: Check | Shape;
}

const articleShape = {
  id: integer,
  author: { name: text, profile_image: url, role: text, category: text },
  mainHeading: text,
  slug,
  category: { id: integer, name: text, slug, description: text },
  description: text,
  blogImg: url,
  hashtags: text,
  time,
  date,
  subHeadings: checkSections,
} satisfies Shape;

const sectionShape = {
  id: integer,
  mainHeading: text,
  description: text,
  img: urlOrNull,
  children: checkSections,
} satisfies Shape;

const checkArticleShape = object(articleShape);

function checkSections(value: unknown, path: Path, report: Report): void {
  if (!Array.isArray(value)) return report(path, `must be an array of sections, not ${show(value)}`);
  if (path.length / 2 > deepestSection)
    return report(path, `has sections nested more than ${deepestSection} levels deep`);
  const checkSection = object(sectionShape);
  value.forEach((section, at) => checkSection(section, [...path, at], report));
}

function object(shape: Shape): Check {
  return (value, path, report) => {
    if (!isRecord(value)) return report(path, `must be an object, not ${show(value)}`);
    for (const [key, rule] of Object.entries(shape)) {
      const check = typeof rule === "function" ? rule : object(rule);
      if (Object.hasOwn(value, key)) check(value[key], [...path, key], report);
      else report(path, `lacks ${key}`);
    }
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(shape, key)) report([...path, key], "is not a field of the API");
    }
  };
}

function inKeyOrder(value: unknown, shape: Shape): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(shape).map(([key, rule]) => {
      const inner = value[key];
      if (typeof rule !== "function") return [key, inKeyOrder(inner, rule)];
      return [key, Array.isArray(inner) ? inner.map((section) => inKeyOrder(section, sectionShape)) : inner];
    }),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (isRecord(value)) return "an object";
  const shown = typeof value === "string" ? JSON.stringify(value) : String(value);
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}
