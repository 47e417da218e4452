export const kibibyte = 1_024;
export const mebibyte = 1_024 * kibibyte;

/** How many small items a cache of this process keeps. */
export const cachedItems = 10_000;
