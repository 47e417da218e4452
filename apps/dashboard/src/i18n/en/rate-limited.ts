/** Shown while the session's requests are rate limited. */
export const rateLimited = {
  pause: (seconds: string) =>
    `Too many requests in a short time: the server accepts the next one in ${seconds} s. Until then you see the data that was last loaded.`,
  wait: (seconds: string) =>
    `Too many requests in a short time: the server accepts the next one in ${seconds} s. Then this screen opens automatically.`,
};
