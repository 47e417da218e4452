/** An id for an object created on this page, used until the server assigns one. */
export function newLocalId(): string {
  return `local_${crypto.getRandomValues(new Uint32Array(4)).join("")}`;
}
