import type { Context } from "#src/context/context.ts";

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

/** Returns functions that color text for a terminal. In a pipe or with `NO_COLOR`, they return the text unchanged. */
export function styleOf({ process }: Context, stream: "stdout" | "stderr" = "stdout") {
  const { NO_COLOR: none, TERM: term } = process.env;
  const isOn = process[stream].isTTY && !none && term !== "dumb";
  const wrap = (code: number) => (text: string) => (isOn ? `\u001B[${code}m${text}\u001B[0m` : text);
  return {
    bold: wrap(codes.bold),
    dim: wrap(codes.dim),
    red: wrap(codes.red),
    green: wrap(codes.green),
    yellow: wrap(codes.yellow),
  };
}
