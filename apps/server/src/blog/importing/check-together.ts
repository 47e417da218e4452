import type { Article, Section } from "#blog/content/article.ts";
import type { Path } from "./check-article.ts";

/** An article with a function that describes its location in the source. */
export interface Located {
  article: Article;
  locate: (path: Path) => string;
}

/** Finds conflicts between articles: a duplicate slug or id, and a category with two different contents. */
export function checkTogether(all: readonly Located[]): string[] {
  const problems: string[] = [];
  const firstUse = new Map<string, string>();
  const claim = (kind: string, value: string | number, place: string) => {
    const key = `${kind} ${value}`;
    const first = firstUse.get(key);
    if (first === undefined) firstUse.set(key, place);
    else problems.push(`${place}: ${key} is already used at ${first}`);
  };
  for (const { article, locate } of all) {
    claim("slug", article.slug, locate(["slug"]));
    claim("article id", article.id, locate(["id"]));
    for (const [section, path] of locatedSections(article.subHeadings, ["subHeadings"])) {
      claim("section id", section.id, locate([...path, "id"]));
    }
  }
  return [...problems, ...checkCategories(all)];
}

function checkCategories(all: readonly Located[]): string[] {
  const problems: string[] = [];
  const byId = new Map<number, { text: string; place: string }>();
  const idBySlug = new Map<string, { id: number; place: string }>();
  for (const { article, locate } of all) {
    const { category } = article;
    const text = JSON.stringify(category);
    const place = locate(["category"]);
    const known = byId.get(category.id);
    if (known === undefined) byId.set(category.id, { text, place });
    else if (known.text !== text) {
      problems.push(`${place}: category ${category.id} differs from the one at ${known.place}`);
    }
    const owner = idBySlug.get(category.slug);
    if (owner === undefined) idBySlug.set(category.slug, { id: category.id, place });
    else if (owner.id !== category.id) {
      problems.push(`${place}: category slug ${category.slug} belongs to category ${owner.id}, at ${owner.place}`);
    }
  }
  return problems;
}

function* locatedSections(sections: readonly Section[], path: Path): Generator<[Section, Path]> {
  for (const [at, section] of sections.entries()) {
    yield [section, [...path, at]];
    yield* locatedSections(section.children, [...path, at, "children"]);
  }
}
