/** The API's own shape; the order of the keys is the order on the wire. */
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

/** Every section of the article, the nested ones too, parents first. */
export function* allSections(sections: readonly Section[]): Generator<Section> {
  for (const section of sections) {
    yield section;
    yield* allSections(section.children);
  }
}

/** The very text that Django REST Framework renders: JSON's own escapes and, beyond them, U+2028 and U+2029. */
export function toJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, undefined, indent).replace(/[\u2028\u2029]/g, (separator) =>
    separator === "\u2028" ? "\\u2028" : "\\u2029",
  );
}
