/** Shown while the session's requests are rate limited. */
export const rateLimited = {
  pause: (seconds: string) =>
    `Too many requests in a short time. The server accepts requests again in ${seconds} s. Until then, you see the data that was last loaded.`,
  wait: (seconds: string) =>
    `Too many requests in a short time. The server accepts requests again in ${seconds} s, and this screen then opens automatically.`,
};
