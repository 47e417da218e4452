/** An id for what is made here, until the server has given it its own. */
export function newLocalId(): string {
  return `local_${crypto.getRandomValues(new Uint32Array(4)).join("")}`;
}
