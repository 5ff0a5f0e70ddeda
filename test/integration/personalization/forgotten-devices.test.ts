import { expect } from "chai";
import { forgottenDevices, isForgotten } from "../../../src/personalization/forgotten-devices.js";
import { forget } from "../../../src/personalization/taste/forget.js";
import { usePreparedEngine } from "../../support/engine.js";
import { view } from "../../support/shopper-events.js";
import { device, tasteOn } from "../../support/taste.js";

const AT = Date.UTC(2026, 10, 21);

describe("devices that were forgotten", function () {
  this.timeout(30_000);
  const engineOf = usePreparedEngine();

  it("are found by the events of theirs, which do not count until the time they asked", async () => {
    const { engine } = engineOf;
    expect(await forgottenDevices(engine, [])).to.deep.equal([]);
    await tasteOn(engine, { now: () => AT }).store.change([device("shy")], (_, before) => forget(before, AT));
    const events = [
      view("A", AT, { device_id: "shy" }),
      view("B", AT + 1, { device_id: "shy" }),
      view("C", AT, { device_id: "bold" }),
      view("D", AT, { device_id: "shy", client_id: "other" }),
    ];
    const found = await forgottenDevices(engine, events);
    expect(found).to.deep.equal([{ client_id: "shop", device_id: "shy", forgotten_at: AT }]);
    expect(events.map((event) => isForgotten(event, found))).to.deep.equal([true, false, false, false]);
  });
});
