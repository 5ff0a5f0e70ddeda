import { expect } from "chai";
import {
  FIRST,
  FRESH,
  REPEATED,
  ReturnRates,
  RETURNED,
  Trail,
} from "../../../../src/behaviour/sessions/return-rates.js";

function trailOf(...products: number[]): Trail {
  const trail = new Trail();
  trail.read(products, 0, products.length);
  return trail;
}

describe("Trail", () => {
  it("the visit history of a session lists products, last visited first, and classifies the last visit", () => {
    const read = (...products: number[]) => {
      const { products: found, visits, lastVisit } = trailOf(...products);
      return { found, visits, reach: lastVisit };
    };
    expect(read(1)).to.deep.equal({ found: [1], visits: [1], reach: FIRST });
    expect(read(1, 2)).to.deep.equal({ found: [2, 1], visits: [1, 1], reach: FRESH });
    expect(read(1, 2, 2)).to.deep.equal({ found: [2, 1], visits: [2, 1], reach: REPEATED });
    expect(read(1, 2, 1)).to.deep.equal({ found: [1, 2], visits: [2, 1], reach: RETURNED });
  });

  it("the visit history of a session can be read from a section of a longer visit list", () => {
    const trail = new Trail();
    trail.read([9, 1, 2, 9], 1, 2);
    expect(trail.products).to.deep.equal([2, 1]);
  });
});

describe("ReturnRates", () => {
  it("the estimated rate of repeated visits is 5 % if there is no data, and approaches the observed share with more data", () => {
    const rates = new ReturnRates();
    expect(rates.rate(trailOf(1, 2), 0)).to.equal(0.05);
    for (let time = 0; time < 1_000; time += 1) rates.learn(trailOf(1, 2), time % 4 === 0 ? 2 : time % 4 === 1 ? 1 : 3);
    expect(rates.rate(trailOf(7, 8), 0)).to.be.closeTo(0.25, 0.01);
    expect(rates.rate(trailOf(7, 8), 1)).to.be.closeTo(0.25, 0.01);
  });

  it("the rate of repeated visits is estimated from all sessions if too few sessions resemble the current session", () => {
    const rates = new ReturnRates();
    for (let time = 0; time < 1_000; time += 1) rates.learn(trailOf(1, 2), 2);
    expect(rates.rate(trailOf(1, 2, 2), 0)).to.be.greaterThan(0.9);
  });

  it("the rate of repeated visits is estimated separately for long and short sessions", () => {
    const rates = new ReturnRates();
    for (let time = 0; time < 1_000; time += 1) {
      rates.learn(trailOf(1, 2), 3);
      rates.learn(trailOf(1, 2, 3, 4, 5), 5);
    }
    expect(rates.rate(trailOf(7, 8), 0)).to.be.lessThan(0.1);
    expect(rates.rate(trailOf(1, 2, 3, 4, 5), 0)).to.be.greaterThan(0.9);
  });

  it("the rate of repeated visits is learned from the first 100,000 visits and from a sample of later visits", () => {
    const rates = new ReturnRates();
    const trail = trailOf(1);
    let learnt = 0;
    for (let visit = 0; visit < 101_600; visit += 1) {
      if (!rates.isDue()) continue;
      rates.learn(trail, 2);
      learnt += 1;
    }
    expect(learnt).to.equal(100_100);
  });
});
