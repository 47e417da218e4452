/** Whether `STINT_PLAIN=1` is set: private parts of other libraries are then not used, as if they were missing. */
export const isPlain = process.env["STINT_PLAIN"] === "1";
