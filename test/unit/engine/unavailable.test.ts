import { expect } from "chai";
import {
  EngineBusyError,
  EngineError,
  engineError,
  EngineUnavailableError,
  rootOf,
} from "../../../src/engine/engine.js";
import { toServiceError } from "../../../src/http/error-handler.js";

const BUSY = [
  [429, "rejected_execution_exception"],
  [429, "circuit_breaking_exception"],
  [403, "cluster_block_exception"],
  [429, "cluster_block_exception"],
  [500, "task_cancelled_exception"],
  [400, "snapshot_in_progress_exception"],
] as const;

describe("engineError", () => {
  for (const [status, type] of BUSY) {
    it(`an engine error ${status} ${type} is reported as a busy engine`, () => {
      const error = engineError(status, type, "r");
      expect(error).to.be.instanceOf(EngineBusyError);
      expect(toServiceError(error).status).to.equal(503);
    });
  }

  for (const [status, type] of [
    [502, "unknown"],
    [503, "unknown"],
    [504, "unknown"],
    [500, "node_not_connected_exception"],
    [500, "node_disconnected_exception"],
    [500, "node_closed_exception"],
  ] as const) {
    it(`an engine error ${status} ${type} is reported as an unavailable engine`, () => {
      const error = engineError(status, type, "r");
      expect(error).to.be.instanceOf(EngineUnavailableError).and.not.be.instanceOf(EngineBusyError);
      expect(toServiceError(error).status).to.equal(503);
    });
  }

  for (const [status, type] of [
    [400, "parsing_exception"],
    [403, "security_exception"],
    [404, "index_not_found_exception"],
    [409, "version_conflict_engine_exception"],
    [500, "null_pointer_exception"],
  ] as const) {
    it(`an engine error ${status} ${type} is reported as a rejected request`, () => {
      expect(engineError(status, type, "r")).to.be.instanceOf(EngineError);
    });
  }

  it("rootOf returns the shard failure that caused a search to fail", () => {
    const root_cause = [{ type: "task_cancelled_exception", reason: "its time was over" }];
    const error = { type: "search_phase_execution_exception", reason: "all shards failed", root_cause };
    expect(rootOf(error)).to.deep.equal(root_cause[0]);
    expect(rootOf({ ...error, root_cause: [] })).to.deep.equal({ type: error.type, reason: error.reason });
    expect(rootOf({ type: "a", reason: "b", root_cause })).to.deep.equal({ type: "a", reason: "b" });
  });
});
