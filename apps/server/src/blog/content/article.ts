/** An article as shown in the API; the keys are in wire order. */
export interface Article {
  id: number;
  author: Author;
  mainHeading: string;
  slug: string;
  category: Category;
  description: string;
  blogImg: string;
  hashtags: string;
  time: string;
  date: string;
  subHeadings: Section[];
}

export interface Author {
  name: string;
  profile_image: string;
  role: string;
  category: string;
}

export interface Category {
  id: number;
  name: string;
  slug: string;
  description: string;
}

export interface Section {
  id: number;
  mainHeading: string;
  description: string;
  img: string | null;
  children: Section[];
}

/** Yields all sections, including nested ones, parents first. */
export function* allSections(sections: readonly Section[]): Generator<Section> {
  for (const section of sections) {
    yield section;
    yield* allSections(section.children);
  }
}

/** Serializes exactly like Django REST Framework: escapes U+2028 and U+2029 in addition to what JSON requires. */
export function toJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, undefined, indent).replace(/[\u2028\u2029]/g, (separator) =>
    separator === "\u2028" ? "\\u2028" : "\\u2029",
  );
}
