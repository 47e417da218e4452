import fc from "fast-check";

const surrogates = { first: 0xd8_00, count: 0x8_00 };
const codePoint = fc
  .integer({ min: 0, max: 0x10_ff_ff - surrogates.count })
  .map((index) => (index < surrogates.first ? index : index + surrogates.count));

/**
 * Generates strings of any code points. Replaces fast-check's own generator, which first builds a map with a million
 * entries.
 */
export function anyText(constraints: { maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.array(codePoint, constraints).map((points) => String.fromCodePoint(...points));
}
