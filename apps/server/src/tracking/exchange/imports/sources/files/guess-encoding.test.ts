import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf, readFile } from "#test/files/program-exports.ts";
import { guessEncoding, type LegacyEncoding } from "./guess-encoding.ts";

/** Encodes a text by looking up which byte or pair of bytes each character is decoded from. */
function encode(text: string, encoding: LegacyEncoding): Buffer {
  const decoder = new TextDecoder(encoding);
  const high = Array.from({ length: 128 }, (_none, at) => 128 + at);
  const isWide = ["shift_jis", "euc-jp", "gbk", "big5", "euc-kr"].includes(encoding);
  const trails = Array.from({ length: 191 }, (_none, at) => 64 + at);
  const all = isWide ? high.flatMap((lead) => trails.map((trail) => [lead, trail])) : high.map((byte) => [byte]);
  const bytesOf = new Map(all.map((bytes) => [decoder.decode(Buffer.from(bytes)), bytes]));
  return Buffer.from(Array.from(text).flatMap((sign) => bytesOf.get(sign) ?? sign.charCodeAt(0)));
}

test("encodings are recognized by the spelling of the words, and Western files always are", () => {
  const texts: [LegacyEncoding, ...string[]][] = [
    ["windows-1252", "Müller", "Straße", "MÜNCHEN", "Übergabe", "5 m² ½ Tag – „Büro“ €50", "€", "€ 50 – “Zitat”"],
    ["windows-1252", "Première réunion d’équipe", "à définir", "problème", "Genève", "Œuvre", "ÉCOLE", "Côte", "naïve"],
    ["windows-1252", "Núñez García", "¿Cómo? ¡Sí!", "São Paulo", "reuniões", "attività", "Nicolò", "Citroën", "Zoë"],
    ["windows-1252", "Søren Kjærgaard", "Ødegaard", "Åse", "Björn Åström", "Þórður Guðmundsdóttir", "Frédéric"],
    ["windows-1250", "Michał Żak, Młyn Łódź", "Świętokrzyska", "Gęś", "Zażółć gęślą jaźń", "Łukasz"],
    ["windows-1250", "Jiří Dvořák", "Nováček", "Győr, tűz", "Erdős", "Petrović", "Kučera", "Brăila"],
    ["windows-1251", "Иван Петров", "Разработка и поддержка"],
    ["koi8-r", "Иван Петров"],
    ["windows-1253", "Γιώργος Παπαδόπουλος"],
    ["windows-1254", "Ayşe Yıldız, Doğan Işık"],
    ["macintosh", "Müller, Größe, café", "Hélène"],
    ["shift_jis", "田中 花子", "ポータル更新", "Webサイト", "会議"],
    ["gbk", "张伟 项目开发", "会议"],
    ["big5", "陳大文 專案"],
  ];
  for (const [encoding, ...each] of texts)
    for (const text of each)
      assert.deepEqual(guessEncoding(encode(text, encoding)), { encoding, answers: [] }, `${encoding} ${text}`);
});

test("if several encodings are likely, each is offered with the words as they read in it", () => {
  const offered = (text: string, encoding: LegacyEncoding) =>
    guessEncoding(encode(text, encoding)).answers.map(({ value, texts: [first] }) => [value, first]);
  assert.deepEqual(offered("Będzin", "windows-1250"), [["windows-1252", "Bêdzin"], ["windows-1250", "Będzin"]]); // prettier-ignore
  for (const [text, encoding] of [
    ["김철수", "euc-kr"],
    ["Šarūnas", "windows-1257"],
    ["Анна", "windows-1251"],
  ] as const)
    // prettier-ignore
    assert.ok(offered(text, encoding).some(([value, first]) => value === encoding && first === text), text);
});

test("a file in Shift_JIS or Windows-1250 is read without a question", async () => {
  const file = (person: string, project: string) =>
    csvOf(["Date", "Start time", "End time", "User", "Project"], [["2026-08-03", "09:00", "10:30", person, project]]);
  for (const [encoding, person, project] of [
    ["shift_jis", "佐藤 次郎", "能力予測"],
    ["windows-1250", "Zofia Wójcik", "Gęś"],
  ] as const) {
    const { facts, rows } = await readFile(encode(file(person, project), encoding));
    assert.deepEqual(facts.encoding, { encoding, answers: [] });
    assert.deepEqual([rows[0]?.person.name, rows[0]?.project, rows[0]?.doubts], [person, project, []]);
  }
});
