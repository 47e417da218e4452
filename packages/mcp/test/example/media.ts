// Small files, encoded as the protocol transmits them.

export const image = { mimeType: "image/gif", data: "R0lGODlhAQABAAAAADs=" };

export const audio = { mimeType: "audio/wav", data: silence().toString("base64") };

/** A WAV file without samples: one channel of 8 bits at 8 kHz. */
function silence(): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  return header;
}
