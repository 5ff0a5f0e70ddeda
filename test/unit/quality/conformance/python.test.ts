import { expect } from "chai";
import { saysUnreachable } from "../../../../quality/conformance/python.js";

describe("the installation of schemathesis", () => {
  const NONE = "ERROR: Could not find a version that satisfies the requirement click==8.5.1 (from versions: none)";
  const RETRIED =
    "WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPConnection object>: Failed to establish a new connection: [Errno 111] Connection refused')': /simple/click/";

  it("the installation of schemathesis distinguishes an unreachable package index from wrong version pins", () => {
    expect(saysUnreachable(`${RETRIED}\n${NONE}`)).to.equal(true);
    expect(saysUnreachable(NONE)).to.equal(true);
    const others =
      "ERROR: Could not find a version that satisfies the requirement click==99 (from versions: 8.5.0, 8.5.1)";
    expect(saysUnreachable(`${others}\nERROR: No matching distribution found for click==99`)).to.equal(false);
    expect(saysUnreachable("ERROR: Cannot install click==8.5.1 and click==8.5.0")).to.equal(false);
  });
});
