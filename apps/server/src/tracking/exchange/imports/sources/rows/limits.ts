import { kibibyte } from "#platform/process/memory.ts";

// The numbers of imports that several files share, or that docs/use/imports.md states.

/** The largest file that can be uploaded. */
export const maxUploadBytes = 100_000_000;

/** The limits of a zip: its files, the CSVs among them, and its size when it is unpacked. */
export const maxZippedFiles = 50_000;
export const maxZippedTables = 1_000;
export const maxUnpackedBytes = 2 ** 30;
/** The maximum compression ratio. Text reaches a few dozen, a zip bomb a thousand. */
export const highestRatio = 200;

/** The maximum number of names, because they stay in memory while a file is read. */
export const maxNames = 200_000;

/** A reply contains at most this many doubts or differences, and projects or objects that an undo kept. */
export const shownRows = 100;
export const shownObjects = 1_000;
/** The rows in a question, with which the person compares the possible answers. */
export const rowsOfQuestion = 5;

/** The beginning of a text file. A header that does not end in it is not a header. */
export const headBytes = 64 * kibibyte;
/** Small pieces leave less garbage between collections: with a quarter of the size, memory use fell to a third. */
export const pieceBytes = headBytes / 4;
/** How many bytes of lines with letters that aren't ASCII suffice to recognize the encoding. */
export const sampleBytes = 4 * headBytes;
