/** A key that makes a request safe to repeat. Works without HTTPS too, unlike `crypto.randomUUID`. */
export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");
