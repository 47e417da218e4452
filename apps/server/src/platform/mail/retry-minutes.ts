/** The delays between attempts, in minutes. Even the first delay is longer than any attempt takes. */
export const retryMinutes = [5, 15, 60, 180, 720];
