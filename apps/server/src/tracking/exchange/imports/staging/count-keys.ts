const emptied = 0n;

/**
 * Counts equal keys, to number rows with the same content. To save memory, it stores only 8 bytes of each key, with its
 * count, in flat arrays: 24 MB for a million rows. Keys that share these 8 bytes are counted together, which only
 * affects their numbering, and does so identically each time the file is read.
 */
export function createKeyCounter(): (key: Buffer) => number {
  let slots = 65_536;
  let keys = new BigUint64Array(slots);
  let counts = new Uint32Array(slots);
  let used = 0;

  function slotOf(key: bigint): number {
    let slot = Number(key & BigInt(slots - 1));
    while (keys[slot] !== emptied && keys[slot] !== key) slot = (slot + 1) & (slots - 1);
    return slot;
  }

  function grow(): void {
    const [oldKeys, oldCounts] = [keys, counts];
    slots *= 2;
    keys = new BigUint64Array(slots);
    counts = new Uint32Array(slots);
    for (const [at, key] of oldKeys.entries()) {
      if (key === emptied) continue;
      const slot = slotOf(key);
      keys[slot] = key;
      counts[slot] = oldCounts[at] ?? 0;
    }
  }

  return (key) => {
    // 0 marks an empty slot, so a key of 0 becomes 1.
    const short = key.readBigUInt64LE(0) || 1n;
    const slot = slotOf(short);
    if (keys[slot] === emptied) {
      keys[slot] = short;
      used++;
    }
    const count = (counts[slot] ?? 0) + 1;
    counts[slot] = count;
    if (used * 2 > slots) grow();
    return count;
  };
}
