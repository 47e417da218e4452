import { Stint } from "@stint/sdk";

/** Creates a client that stores the session cookie like a browser, and a function that returns the cookie. */
export function openSession(url: string): { stint: Stint; cookie: () => string } {
  let cookie = "";
  const stint = new Stint({
    baseUrl: url,
    headers: { "sec-fetch-site": "same-origin" },
    onRequest: ({ headers }) => void (cookie !== "" && headers.set("cookie", cookie)),
    onResponse: (response) => void (cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie),
  });
  return { stint, cookie: () => cookie };
}
