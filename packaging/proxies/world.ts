import assert from "node:assert/strict";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { makeCertificate } from "./certificate.ts";
import type { ProxyPlace, StartProxy } from "./proxy.ts";
import { freePorts } from "#packaging/start-program.ts";
import { startStint, type Stint } from "./start-stint.ts";
import { openVisitor, type Outside, type Visitor } from "./visitor.ts";

export const owner = { email: "owner@example.com", password: "lantern orbit sparrow" };

/** A real service behind a real proxy. */
export interface World {
  place: ProxyPlace;
  stint: Stint;
  /** A browser in which the owner is signed in. */
  owner: Visitor;
  /** Opens another client and closes it when the test ends. */
  visit(t: TestContext, how?: Pick<Outside, "address" | "protocol">): Promise<Visitor>;
  close(): Promise<void>;
}

export async function openWorld(startProxy: StartProxy): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "stint-proxy-"));
  const undo: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    // If the tests run as root, PostgreSQL and the proxy's workers run as other users, which need access.
    await chmod(folder, 0o755);
    const certificate = await makeCertificate(folder);
    const [httpPort = 0, httpsPort = 0] = await freePorts(2);
    const stint = await startStint(folder);
    undo.push(stint.stop);
    const place = { folder, certificate, httpPort, httpsPort, stintPort: stint.port };
    const proxy = await startProxy(place);
    undo.push(proxy.stop);
    const outside = { port: httpsPort, cert: certificate.cert };
    const browser = await openVisitor(outside);
    undo.push(browser.close);
    const body = { token: stint.token, organizationName: "Acme", name: "Olga", ...owner };
    const setUp = await browser.send("POST", "/auth/set-up", { body });
    assert.equal(setUp.status, 201, setUp.body.toString());
    return {
      place,
      stint,
      owner: browser,
      close,
      async visit(t, how = {}) {
        const visitor = await openVisitor({ ...outside, ...how });
        t.after(visitor.close);
        return visitor;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
