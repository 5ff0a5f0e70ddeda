import { expect } from "chai";
import fc from "fast-check";
import { createDeviceCounts } from "../../../../console/server/synonyms/device-counts.js";

describe("createDeviceCounts", () => {
  it("the device counter counts a device once per key", () => {
    const counts = createDeviceCounts();
    for (const [key, device] of [["sofa", "a"], ["bed", "a"], ["sofa", "a"], ["sofa", "b"]] as const) counts.add(key, device); // prettier-ignore
    expect(counts.of(1)).to.deep.equal([
      { key: "sofa", devices: 2 },
      { key: "bed", devices: 1 },
    ]);
    expect(counts.of(2).map(({ key }) => key)).to.deep.equal(["sofa"]);
  });

  it("the device counter keeps keys that many devices use, even if one device creates too many keys", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 20 }),
        fc.integer({ min: 0, max: 500 }),
        fc.nat(20),
        (devices, flood, at) => {
          const counts = createDeviceCounts(50);
          for (let device = 0; device < devices; device += 1) {
            counts.add("sofa", `d${device}`);
            if (device === Math.max(1, at % devices)) for (let n = 0; n < flood; n += 1) counts.add(`made up ${n}`, `d${device}`); // prettier-ignore
          }
          expect(counts.of(2)).to.deep.equal([{ key: "sofa", devices }]);
          expect(counts.of(1).length).to.be.at.most(50);
        },
      ),
    );
  });

  it("the device counter never returns more than the actual number of devices", () => {
    const keys = fc.array(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 20 }), { maxLength: 30 });
    fc.assert(
      fc.property(keys, (byDevice) => {
        const counts = createDeviceCounts(8);
        byDevice.forEach((own, device) => own.forEach((key) => counts.add(String(key), String(device))));
        for (const { key, devices } of counts.of(1)) {
          const real = byDevice.filter((own) => own.some((one) => String(one) === key));
          expect(devices).to.be.at.most(real.length);
        }
      }),
    );
  });
});
