import { makePackage } from "./make-package.ts";
await makePackage("/tmp/w/sp/tree", "/tmp/w/sp", { version: "0.1.0", epoch: 1796000000, work: "/tmp/w/sp/work", description: "packaging/debian" });
