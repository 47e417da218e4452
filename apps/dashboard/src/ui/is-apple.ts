/** Whether people press ⌘ where others press Ctrl. */
export const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent);
