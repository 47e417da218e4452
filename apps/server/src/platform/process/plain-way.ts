/** Whether `STINT_PLAIN=1` is set, which prevents the use of other libraries' private parts. */
export const isPlain = process.env["STINT_PLAIN"] === "1";
