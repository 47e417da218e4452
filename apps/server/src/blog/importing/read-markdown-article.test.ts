import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { makeArticle, makeFolder, makeSection } from "#test/fixtures/blog/articles.ts";
import { readArticles } from "#test/fixtures/blog/serve-blog.ts";
import type { Article } from "#blog/content/article.ts";
import { checkArticle } from "./check-article.ts";
import { readMarkdownArticle } from "./read-markdown-article.ts";
import { readSource } from "./read-source.ts";
import { anyText } from "#test/cases/any-text.ts";

const front = `---
id: 7
slug: seven
mainHeading: "Seven: a story"
author: { name: Ada Novak, profile_image: "https://cdn.example.test/ada.jpg" }
category: { id: 1, name: Remote Work, slug: remote-work }
blogImg: https://cdn.example.test/cover.png
date: 2024-02-29
`;

const plain = makeArticle(7, {
  slug: "seven",
  mainHeading: "Seven: a story",
  author: { name: "Ada Novak", profile_image: "https://cdn.example.test/ada.jpg", role: "", category: "" },
  description: "",
  hashtags: "",
  date: "2024-02-29",
  subHeadings: [],
});

async function readOne(t: Parameters<typeof makeFolder>[0], text: string) {
  const folder = await makeFolder(t, { "seven.md": text });
  return (await readSource(folder)).map(({ article }) => article);
}

test("front matter alone makes an article; absent texts are empty", async (t) => {
  assert.deepEqual(await readOne(t, `${front}---\n`), [plain]);
});

test("the body contains the lead text and sections, including nested ones", async (t) => {
  const body = `
Lead line one
line two

Second paragraph

## First {#70}

Text of *the* first.
### Inside {#71 img=https://cdn.example.test/x.png}
Deeper
#### Deepest {#72}
### Beside {#73}
## {#74}
\\## no heading
#hashtag
##nor this
\`\`\`sh
## a comment
\`\`\`
`;
  const [article] = await readOne(t, `${front}time: 10:30\nhashtags: a, b\n---\n${body}`);
  assert.deepEqual(article, {
    ...plain,
    time: "10:30",
    hashtags: "a, b",
    description: "Lead line one\r\nline two\r\n\r\nSecond paragraph",
    subHeadings: [
      makeSection(70, {
        mainHeading: "First",
        description: "Text of *the* first.",
        children: [
          makeSection(71, {
            mainHeading: "Inside",
            description: "Deeper",
            img: "https://cdn.example.test/x.png",
            children: [makeSection(72, { mainHeading: "Deepest" })],
          }),
          makeSection(73, { mainHeading: "Beside" }),
        ],
      }),
      makeSection(74, {
        mainHeading: "",
        description: "## no heading\r\n#hashtag\r\n##nor this\r\n```sh\r\n## a comment\r\n```",
      }),
    ],
  });
});

test("a file with CR LF reads as the same article", async (t) => {
  const text = `${front}---\nOne\ntwo\n## S {#1}\nText\n`;
  assert.deepEqual(await readOne(t, text.replaceAll("\n", "\r\n")), await readOne(t, text));
});

test("the front matter can contain whatever the body cannot express", async (t) => {
  const subHeadings = [makeSection(1, { mainHeading: "a {#2}", description: "\n\n## x\t\n" })];
  const fields = `description: "\\n lead \\u2028"\nsubHeadings: ${JSON.stringify(subHeadings)}\n`;
  assert.deepEqual(await readOne(t, `${front}${fields}---\n`), [
    { ...plain, description: "\n lead \u2028", subHeadings },
  ]);
});

test("files are read in the order of their names, with numbers by value, including sub-folders", async (t) => {
  const text = (id: number) => `${front.replace("id: 7", `id: ${id}`).replace("seven", `a-${id}`)}---\n`;
  const folder = await makeFolder(t, { "10-a.md": text(10), "2-b.md": text(2), "notes.txt": "no article" });
  await mkdir(join(folder, "3"));
  await writeFile(join(folder, "3", "x.md"), text(3));
  assert.deepEqual(
    (await readSource(folder)).map(({ article }) => article.id),
    [2, 3, 10],
  );
});

test("every article can be written in Markdown: the sample content and any text", async (t) => {
  const write = (article: Article) => {
    const fields = Object.entries(article).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    return `---\n${fields.join("\n")}\n---\n`;
  };
  const sample = readArticles();
  const folder = await makeFolder(t, Object.fromEntries(sample.map((article, at) => [`${at}.md`, write(article)])));
  assert.deepEqual(
    (await readSource(folder)).map(({ article }) => article),
    sample,
  );
  fc.assert(
    fc.property(anyText(), anyText(), (one, other) => {
      const subHeadings = [makeSection(1, { mainHeading: other, children: [makeSection(2, { description: one })] })];
      const article = makeArticle(1, { description: one, hashtags: other, subHeadings });
      const read = readMarkdownArticle(write(article), (line, cause) => assert.fail(`${line}: ${cause}`));
      assert.deepEqual(read?.value, article);
    }),
  );
});

test("no file crashes the reader", () => {
  const pieces = fc.constantFrom(
    "---",
    "\n",
    "## A {#1}",
    "### ",
    "{#",
    "```",
    "id: 1",
    "a: &a [*a]",
    "? [x]: y",
    "\\##",
    "- ",
    "\0",
    "<<: 1",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, anyText({ maxLength: 8 })), { maxLength: 30 }), (parts) => {
      const read = readMarkdownArticle(`---\n${parts.join("")}\n---\n${parts.join("\n")}`, () => undefined);
      if (read !== undefined) checkArticle(read.value, (path) => assert.ok(read.lineOf(path) > 0));
    }),
  );
});

const refused: [name: string, text: string, cause: RegExp][] = [
  ["no front matter", "# Title\n", /seven\.md:1: has no front matter/],
  ["front matter without an end", "---\nid: 7\n", /seven\.md:1: has no front matter/],
  ["broken YAML", `${front}hashtags: [a\n---\n`, /seven\.md:\d+: /],
  ["a key given twice", `${front}id: 8\n---\n`, /seven\.md:9: Map keys must be unique/],
  ["a wrong type", `${front}hashtags: 5\n---\n`, /seven\.md:9: must be a string, not 5/],
  ["an unknown key", `${front}title: x\n---\n`, /seven\.md:9: is not a field/],
  [
    "a day that does not exist",
    `${front.replace("2024-02-29", "2023-02-29")}---\n`,
    /seven\.md:8: must be a date that exists/,
  ],
  ["a missing field", `${front.replace(/^blogImg.*\n/m, "")}---\n`, /seven\.md:1: lacks blogImg/],
  ["a section without an id", `${front}---\nLead\n\n## Heading\n`, /seven\.md:12: lacks id/],
  [
    "a section's id used twice",
    `${front}---\n## A {#1}\n## B {#1}\n`,
    /seven\.md:11: section id 1 is already used at .*seven\.md:10/,
  ],
  ["a level left out", `${front}---\n## A {#1}\n#### B {#2}\n`, /seven\.md:11: #### must be inside a section of ###/],
  ["a relative image", `${front}---\n## A {#1 img=x.png}\n`, /seven\.md:10: must be an absolute/],
  ["two descriptions", `${front}description: x\n---\nLead\n`, /seven\.md:11: the front matter has a description/],
  ["a NUL in the text", `${front}---\nLead\n## A {#1}\n\na\0b\n`, /seven\.md:13: contains a NUL/],
  ["text after blank lines", `${front}description: x\n---\n\n\nLead\n`, /seven\.md:13: the front matter has a desc/],
  ["a description that is none", `${front}description: 5\n---\n\n## A {#1}\n`, /seven\.md:9: must be a string, not 5/],
  ["a list for a text", `${front}hashtags:\n  - a\n---\n`, /seven\.md:9: must be a string, not an array/],
  ["an unknown object", `${front}extra:\n  a: 1\n---\n`, /seven\.md:9: is not a field/],
  [
    "a missing field of a block",
    `${front.replace(/^author.*$/m, "author:\n  name: Ada")}---\n`,
    /seven\.md:5: lacks profile_image/,
  ],
  [
    "a section of the front matter",
    `${front}subHeadings:\n  - id: 1\n    mainHeading: 5\n---\n`,
    /seven\.md:11: must be a string, not 5/,
  ],
  ["a list for front matter", "---\n- a\n---\n", /seven\.md:2: the front matter has no fields/],
];

for (const [name, text, cause] of refused) {
  test(`Markdown: ${name} is refused with its line`, async (t) => {
    await assert.rejects(readOne(t, text), cause);
  });
}

test("problems in all files are listed together", async (t) => {
  const folder = await makeFolder(t, { "a.md": "x", "b.md": `${front}time: 25:00\n---\n`, "c.md": `${front}---\n` });
  await assert.rejects(readSource(folder), /2 problems[\s\S]*a\.md:1: [\s\S]*b\.md:9: must be empty or HH:MM/);
});

test("a single Markdown file is read like a folder that contains only this file", async (t) => {
  const folder = await makeFolder(t, { "Seven.MD": `${front}---\n`, "bad.md": "x" });
  assert.deepEqual(
    (await readSource(join(folder, "Seven.MD"))).map(({ article }) => article),
    [plain],
  );
  await assert.rejects(readSource(join(folder, "bad.md")), /bad\.md:1: has no front matter/);
});

test("bytes that aren't text and invalid JSON are refused with their line", async (t) => {
  const folder = await makeFolder(t, {
    "a.json": '[\n{"id": 1},\n{"id": x},\n{"id": 2}\n]\n',
    "b.json": '[\n{"id": 1,\n}\n]',
    "c.json": '[\n{"id": 1}\n',
    "d.json": "[1]\n\nx",
  });
  await writeFile(join(folder, "bytes.md"), Buffer.concat([Buffer.from(`${front}---\n\ufffd\n`), Buffer.from([0xff])]));
  for (const [file, line] of [
    ["a.json", 3],
    ["b.json", 3],
    ["c.json", 3],
    ["d.json", 3],
    ["bytes.md", 11],
  ] as const)
    await assert.rejects(readSource(join(folder, file)), new RegExp(`${file}:${line}: `), file);
});

test("a folder without Markdown is refused", async (t) => {
  await assert.rejects(readSource(await makeFolder(t, { "a.txt": "x" })), /contains no Markdown files/);
});
