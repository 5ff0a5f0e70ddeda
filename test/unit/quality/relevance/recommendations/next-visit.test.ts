import { expect } from "chai";
import {
  questionsOf,
  smallShop,
  validationSplit,
  type SessionSplit,
} from "../../../../../quality/relevance/recommendations/dataset.js";
import { requestNextVisits, learnSessions } from "../../../../../quality/relevance/recommendations/next-visit.js";
import { sessionsOf } from "../../../../../quality/relevance/recommendations/yoochoose.js";
import { createSessionNeighbours } from "../../../../../src/behaviour/sessions/neighbours.js";

const none = () => undefined;

describe("the evaluation of recommendations", () => {
  it("the evaluation of recommendations computes hits and ranks for every next product view of a session", async () => {
    const neighbours = createSessionNeighbours({ maxSessions: 100, maxBytes: 1_000_000 });
    await learnSessions(
      neighbours,
      [
        { at: 1e12, visits: ["A", "B"] },
        { at: 1e12, visits: ["A", "B"] },
      ],
      none,
    );
    const questions = [...questionsOf(["A", "B", "X"], () => 1e12), ...questionsOf(["X", "Y"], () => 1e12)];
    const { milliseconds, ...metrics } = requestNextVisits(neighbours, questions, 20, none);
    expect(metrics).to.deep.equal({ questions: 3, hitRate: 1 / 3, reciprocalRank: 1 / 3 });
    expect(milliseconds).to.be.greaterThan(0);
  });

  it("the evaluation of recommendations uses the last training sessions for validation", () => {
    const sessions = [
      ["A", "B"],
      ["B", "C"],
      ["A", "C"],
      ["A", "X", "B"],
    ];
    const split: SessionSplit = {
      name: "set",
      notes: [],
      training: sessions.map((visits, at) => ({ at, visits })),
      questions: questionsOf(["C", "A"], () => 9),
      wanted: { hitRate: 1, reciprocalRank: 1, reference: "" },
    };
    const { training, questions } = validationSplit(split, 0.25);
    expect(training).to.deep.equal(split.training.slice(0, 3));
    expect(questions).to.deep.equal([{ at: 3, session: ["A"], next: "B" }]);
  });

  it("smallShop samples training sessions, and removes products outside the sample from the test sessions", () => {
    const day = 86_400_000;
    const split: SessionSplit = {
      name: "set",
      notes: ["a note"],
      wanted: { hitRate: 1, reciprocalRank: 1, reference: "" },
      training: Array.from({ length: 9 }, (_, at) => ({ at: (at * day) / 4, visits: [`p${at}`, "A"] })),
      questions: [...questionsOf(["A", "p0", "p1", "p4"], () => 9), ...questionsOf(["p0", "A"], () => 9)],
    };
    const { training, questions, notes } = smallShop(split, 1.5);
    expect(training).to.deep.equal([1, 4, 7].map((at) => split.training[at]));
    expect(questions).to.deep.equal([
      { at: 9, session: ["A"], next: "p1" },
      { at: 9, session: ["A", "p1"], next: "p4" },
    ]);
    expect(notes).to.deep.equal(["a note", "simulated small shop: 1.5 sessions per day"]);
  });

  it("sessionsOf groups recorded clicks by session in time order, and rejects a file with a wrong header", () => {
    expect(sessionsOf("SessionId\tItemId\tTime\n1\ta\t2.5\n2\tb\t1\n1\tc\t2\n")).to.deep.equal([
      [
        { id: "c", at: 2000 },
        { id: "a", at: 2500 },
      ],
      [{ id: "b", at: 1000 }],
    ]);
    expect(() => sessionsOf("a,b")).to.throw("SessionId\tItemId\tTime, got a,b");
  });
});
