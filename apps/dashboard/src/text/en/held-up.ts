/** Said while the server takes no requests of the session. */
export const heldUp = {
  pause: (seconds: string) =>
    `Many requests in a short time: the server takes the next ones within ${seconds} s. Until then this is what was last seen here.`,
  wait: (seconds: string) =>
    `Many requests in a short time: the server takes the next ones within ${seconds} s. Then this screen opens by itself.`,
};
