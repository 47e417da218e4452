/** The encodings of files that are neither UTF-8 nor UTF-16, the most frequent first. */
export const legacyEncodings = [
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-874",
  "koi8-r",
  "macintosh",
  "shift_jis",
  "euc-jp",
  "gbk",
  "big5",
  "euc-kr",
] as const;
export type LegacyEncoding = (typeof legacyEncodings)[number];

/** The encoding of some lines, or the readings to choose from, each with the words that show the difference. */
export interface EncodingGuess {
  encoding: LegacyEncoding;
  answers: { value: LegacyEncoding; texts: string[] }[];
}

// Each expression matches words of one language or of related languages. Some letters are allowed only where they are
// usual, because the same byte is a frequent letter in another encoding: the byte of `è` is `č`, that of `ñ` is `ń`.
const western = [
  /^(?:[a-zäöüßâàçéêëîïôû]|(?<=.)ÿ|(?<![aeuy])è(?![aeiouyk])|œ(?=[ued]|il)|(?<=o)ù$)+$/,
  /^[¿¡]?(?:[a-záéíóúüïçà·]|è(?![aeiouyk])|(?<![aeiouáéíóú])ò|ñ(?=[aeiouáéíóú]))+$/,
  /^(?:[a-záâàçéêíóôúü]|ã(?=[oes]|$)|õ(?=e))+$/,
  /^(?:[a-zàéíóú]|[èìù]$|(?<!e)ò$)+$/,
  /^(?:[a-zäöéüôó]|å(?![aeiouy])|(?<![aeiou])[æø](?![aouw]))+$/,
  /^(?:[a-záéíóúýö]|(?<=.)ð|(?<![aeiouyáéíóúýö])[þæ])+$/,
  /^(?:[a-z]{0,2}[²³]|µ[a-z]+|n?[ºª]|[£¥½¼¾]+)$/,
];
const eastern = [
  /^(?:[a-zółżą]|(?<=.)ę(?![mnlrvq])|[ńśź](?![aeiouyóąę])|(?<![^aeiouyóąęśł])ć(?![aeiouyóąę]))+$/,
  /^(?:[a-zäáéíóôúýľšťž]|ď(?=[auok]|$)|ň(?=[auok])|(?<=[aeiouyáéíóúůý])(?:[ňěř]|č(?![b-jl-z]{1,2}es?$))|[čř](?=[aeiouyáéíóúůýě])|(?<![aeiouy])[ěů])+$/,
  /^(?:[a-záéíóöúü]|(?<![aeiouáéíóú])[őű](?!e))+$/,
  /^(?:[a-zšžđ]|(?<=[aeiou])ć|(?<=[aeiou])č(?![b-jl-z]{1,2}es?$)|[čć](?=[aeiou]))+$/,
  /^(?:[a-zâîşţ]|ă(?![aeo]))+$/,
];
const cyrillic = [/^(?=.*[аеёиоуыэюяієї]|.{1,2}$)(?!.*[бвгджзйклмнпрстфхцчшщъь]{6})\p{Script=Cyrillic}+$/u];
const alphabets: Partial<Record<LegacyEncoding, readonly RegExp[]>> = {
  "windows-1252": western,
  macintosh: western,
  "windows-1250": eastern,
  "windows-1251": cyrillic,
  "koi8-r": cyrillic,
  "windows-1253": [/^(?![ΐΰ])(?!.*ς.)(?!.*[άέήίόύώΐΰ].*[άέήίόύώΐΰ])\p{Script=Greek}+$/u],
  "windows-1254": [/^(?:[a-zçöüâîû]|i̇|ı|ş|(?<=[aeıioöuü])ğ)+$/],
  "windows-1255": [/^(?!.*[ךםןףץ].)[א-ת]+$/],
  "windows-1256": [/^\p{Script=Arabic}+$/u],
  "windows-874": [/^(?!.*[ก-ฮ]{5})(?:[เแโใไ]?[ก-ฮ][ะ-ฺๅๆ็-๎]*)+$/],
};

/** The byte ranges of frequent characters: those of the first byte and those of the second. */
const frequent: Partial<Record<LegacyEncoding, [first: [number, number][], second: [number, number][]]>> = {
  shift_jis: [[[0x81, 0x83], [0x88, 0x98]], [[0x40, 0x7e], [0x80, 0xfc]]], // prettier-ignore
  "euc-jp": [
    [
      [0xa1, 0xa1],
      [0xa3, 0xa5],
      [0xb0, 0xcf],
    ],
    [[0xa1, 0xfe]],
  ],
  gbk: [
    [
      [0xa1, 0xa3],
      [0xb0, 0xd7],
    ],
    [[0xa1, 0xfe]],
  ],
  big5: [
    [[0xa1, 0xc6]],
    [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  ],
  "euc-kr": [
    [
      [0xa1, 0xa3],
      [0xb0, 0xc8],
    ],
    [[0xa1, 0xfe]],
  ],
};

const shownTexts = 8;
/** If a larger share of words has unlikely spellings in the best reading, no reading counts as recognized. */
const maxUnlikely = 1 / 3;

/** Guesses the encoding of lines with bytes that aren't ASCII, by the spelling of their words in each encoding. */
export function guessEncoding(lines: Buffer): EncodingGuess {
  const readings = legacyEncodings.flatMap((encoding) => {
    const text = new TextDecoder(encoding).decode(lines);
    if (text.includes("\ufffd")) return [];
    const fits = spellingOf(encoding);
    const words = [...new Set(wordsOf(text))];
    const unlikely = words.length === 0 ? 1 : words.filter((word) => !fits(word)).length / words.length;
    return { encoding, text, words, unlikely };
  });
  // Punctuation alone, such as "€", says nothing.
  if (readings[0]?.words.length === 0) return { encoding: "windows-1252", answers: [] };
  const distinct = readings.filter(({ text }, at) => readings.findIndex((other) => other.text === text) === at);
  const [best, ...others] = distinct.toSorted((one, other) => one.unlikely - other.unlikely);
  if (best === undefined) return { encoding: "windows-1252", answers: [] };
  const open = best.unlikely > maxUnlikely ? others : others.filter(({ unlikely }) => unlikely <= 2 * best.unlikely);
  if (open.length === 0) return { encoding: best.encoding, answers: [] };
  const answers = [best, ...open].map(({ encoding, words }) => ({
    value: encoding,
    texts: words.slice(0, shownTexts),
  }));
  return { encoding: best.encoding, answers };
}

/** The words with letters that aren't ASCII, without punctuation at their ends. */
function wordsOf(text: string): string[] {
  return text
    .split(/[\s\0-@[-`{-\x7f’]+/)
    .map((word) => word.replace(/^[«“„‘‚–—…•·°©§]+|[»”“…–—•·°€™©®]+$/g, ""))
    .filter((word) => /[^\0-\x7f]/.test(word));
}

function spellingOf(encoding: LegacyEncoding): (word: string) => boolean {
  const bytes = frequent[encoding];
  if (bytes !== undefined) {
    const known = new Set(decodePairs(encoding, ...bytes));
    return (word) =>
      !/[^\0-\x7f][a-z]/.test(word) &&
      Array.from(word).every((character) => character < "\x80" || known.has(character));
  }
  const languages = alphabets[encoding] ?? [];
  return (word) => {
    // In a wrong encoding, letters in the middle of words become capitals.
    if (/\p{Ll}(?![A-Z])\p{Lu}|\p{L}(?![A-Z])\p{Lu}\p{Ll}/u.test(word)) return false;
    const lower = word.toLowerCase();
    return languages.some((language) => language.test(lower));
  };
}

function decodePairs(encoding: LegacyEncoding, first: [number, number][], second: [number, number][]): string {
  const each = (ranges: [number, number][]) =>
    ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_none, at) => from + at));
  const pairs = each(first).flatMap((lead) => each(second).flatMap((trail) => [lead, trail]));
  return new TextDecoder(encoding).decode(Buffer.from(pairs)).replaceAll(/[\ufffd\0-\x7f]/g, "");
}
