import assert from "node:assert/strict";
import { openBrowser } from "#test/http/browser.ts";
import type { Answer, Caller, Json, TestApp } from "./test-app.ts";

let networks = 0;
/** Returns an address that no other test uses. */
const newProgramAddress = (): string => `100.65.${Math.floor(++networks / 250)}.${networks % 250}`;

/** Creates a program without a key, such as `stint login`. */
export function newProgram({ app }: TestApp, address = newProgramAddress()) {
  // Replaces the Sec-Fetch-Site header of a page, because a program would not send it.
  const headers = { "sec-fetch-site": "none" };
  const { post } = openBrowser(app, address);
  const start = (body: Json = { program: "stint", machine: "laptop" }): Promise<Answer> =>
    post("/auth/device-logins", body, headers);
  const poll = (deviceCode: string): Promise<Answer> => post("/auth/device-logins/token", { deviceCode }, headers);
  return {
    address,
    start,
    poll,
    async started(): Promise<{ deviceCode: string; userCode: string }> {
      const made = await start();
      assert.equal(made.status, 201, made.text);
      return made.json;
    },
  };
}

const waiting = async ({ world }: Caller) => ({ body: { userCode: (await newProgram(world).started()).userCode } });

export const deviceLoginRequests = {
  findDeviceLogin: waiting,
  approveDeviceLogin: waiting,
  denyDeviceLogin: waiting,
};
