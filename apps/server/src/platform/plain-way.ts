/** With `STINT_PLAIN=1`, private parts of other libraries are not used, as if they were missing. */
export const isPlain = process.env["STINT_PLAIN"] === "1";
